import type { FilterItem } from '../model/query-model.ts'
import type { DescribedUnion } from '../model/schema.ts'
import { tagOf, thereIsOne } from '../model/subject.ts'
import { Select } from './controls.tsx'

interface ItemsFieldProps {
  readonly attribute: DescribedUnion
  /** `on`, the name under which items say what they are, or `$` for the attribute itself. */
  readonly value: string
  readonly onChange: (item: FilterItem) => void
  readonly aria?: object
}

/** Chooses the component or type for a condition on a dynamic zone or a relation to any type. */
export function ItemsField({ attribute, value, onChange, aria = {} }: ItemsFieldProps) {
  const tag = tagOf(attribute)
  const options = [
    { value: 'on', label: attribute.kind === 'dynamiczone' ? 'Has a component' : 'Leads to a type' },
    { value: tag, label: tag },
    { value: '$', label: `The ${attribute.kind === 'dynamiczone' ? 'zone' : 'relation'} itself` },
  ]
  const first = attribute.targets[0] ?? ''
  const choose = (next: string): FilterItem => {
    if (next === 'on') return { kind: 'at', name: 'on', items: [thereIsOne(first)] }
    if (next === '$') return { kind: 'compare', name: null, operator: '$notNull', values: ['true'] }
    return { kind: 'compare', name: next, operator: '$eq', values: [first] }
  }
  return (
    <Select
      class="field"
      label="Field"
      value={value}
      options={options}
      onChange={(next) => onChange(choose(next))}
      aria={aria}
    />
  )
}
