/**
 * One condition: a field, an operator, values. Choosing a relation as the field opens conditions on the related entries.
 */

import { type FilterOperator, labelOf, shapeOf } from '../model/filter-operators.ts'
import { operatorsFor } from '../model/operators-for.ts'
import type { Comparison, FilterItem } from '../model/query-model.ts'
import {
  attributeOf,
  attributesOf,
  type DescribedAttribute,
  type Description,
  isFilterable,
  isScalar,
  isUnion,
} from '../model/schema.ts'
import { isDocument, newItem, operatorsOn, type Subject, subjectAt } from '../model/subject.ts'
import { useStore } from '../state/store.ts'
import { IconButton, type Option, Select } from './controls.tsx'
import { useExtension } from './extension.tsx'
import { ItemsField } from './items-field.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'
import { ValueInputs } from './value-input.tsx'

interface ConditionProps {
  readonly subject: Subject
  readonly value: Comparison
  readonly onChange: (item: FilterItem) => void
  readonly onRemove: () => void
  readonly at: string
}

/** The related entry itself. No attribute has this name. */
const ITSELF = '$'

/** Stands among the operators for conditions inside a document. */
const INSIDE = '$path'

export function Condition({ subject, value, onChange, onRemove, at }: ConditionProps) {
  const description = useStore().description.value
  const problem = useProblem(at)
  const hasJson = useExtension('json')
  if (description === null) return null
  const { attribute, operators } = spokenOf(description, subject, value)
  const aria = invalid(problem, at)
  const label = value.name ?? (subject.kind === 'value' ? (attribute?.name ?? 'value') : 'The entry itself')
  const isJson = isDocument(attribute)
  const choose = (operator: string) =>
    onChange(
      operator === INSIDE && value.name !== null ? inside(value.name) : withOperator(value, operator as FilterOperator),
    )
  return (
    <div class={`row condition ${subject.kind === 'value' ? 'is-bare' : ''}`} data-control={at}>
      <FieldSelect subject={subject} value={value} onChange={onChange} aria={aria} />
      <Select
        class="operator"
        label={`Operator of ${label}`}
        value={value.operator}
        options={operatorOptions(isJson && !hasJson ? operatorsFor(attribute) : operators, value, isJson && hasJson)}
        onChange={choose}
        aria={aria}
      />
      <ValueInputs
        comparison={value}
        attribute={attribute}
        onChange={(values) => onChange({ ...value, values })}
        label={label}
        aria={aria}
      />
      <span class="row-end">
        <IconButton icon="close" label={`Remove condition on ${label}`} onClick={onRemove} />
      </span>
      <Problem at={at} />
    </div>
  )
}

/** The field of a condition, and its operators. */
function spokenOf(description: Description, subject: Subject, { name }: Comparison) {
  if (subject.kind === 'value') return subject
  if (name !== null) {
    const below = subjectAt(description, subject, name)
    if (below.kind === 'value') return below
  }
  if (subject.kind === 'items') return { attribute: undefined, operators: ['$null', '$notNull'] as const }
  const attribute = name === null ? null : attributeOf(description, subject.uid, name)
  return { attribute, operators: operatorsOn(attribute) }
}

function FieldSelect({ subject, value, onChange, aria }: Omit<ConditionProps, 'onRemove' | 'at'> & { aria: object }) {
  const description = useStore().description.value
  const hasZones = useExtension('zones')
  if (description === null || subject.kind === 'value') return null
  if (subject.kind === 'items') {
    return <ItemsField attribute={subject.attribute} value={value.name ?? ITSELF} onChange={onChange} aria={aria} />
  }
  return (
    <Select
      class="field"
      label="Field"
      value={value.name ?? ITSELF}
      options={fieldOptions(description, subject, value.name, hasZones)}
      onChange={(name) => onChange(withField(description, subject, value, name))}
      aria={aria}
    />
  )
}

function fieldOptions(
  description: Description,
  { uid, inside }: Extract<Subject, { kind: 'entries' }>,
  chosen: string | null,
  hasZones: boolean,
): readonly Option[] {
  const attributes = attributesOf(description, uid)
  const ways = attributes.filter((one) => isFilterable(description, one) || (hasZones && isUnion(one)))
  const isKnown = chosen === null || attributes.some(({ name }) => name === chosen)
  return [
    ...(isKnown ? [] : [{ value: chosen, label: `${chosen} (unknown)` }]),
    ...attributes.filter(isScalar).map(({ name }) => ({ value: name, label: name, group: 'Fields' })),
    ...ways.map(({ name, kind }) => ({ value: name, label: `${name} ›`, group: GROUPS[kind] ?? 'Relations' })),
    ...(inside ? [{ value: ITSELF, label: 'the entry itself', group: 'Entry' }] : []),
  ]
}

const GROUPS: Readonly<Partial<Record<DescribedAttribute['kind'], string>>> = {
  component: 'Components',
  media: 'Media',
  dynamiczone: 'Dynamic zones',
  morphTo: 'Any type',
}

function operatorOptions(fitting: readonly FilterOperator[], { operator, name }: Comparison, hasInside: boolean) {
  const all = fitting.includes(operator) ? fitting : [...fitting, operator]
  const options = all.map((one): Option => ({ value: one, label: labelOf(one) }))
  return hasInside && name !== null ? [...options, { value: INSIDE, label: 'inside, at a path…' }] : options
}

/** Keeps the values if they fit the new field. */
function withField(
  description: Description,
  subject: Extract<Subject, { kind: 'entries' }>,
  value: Comparison,
  name: string,
): FilterItem {
  if (name === ITSELF) return { kind: 'compare', name: null, operator: '$notNull', values: ['true'] }
  const below = subjectAt(description, subject, name)
  if (below.kind !== 'value') return { kind: 'at', name, items: [newItem(description, below)] }
  const { attribute } = below
  const before = value.name === null ? undefined : attributeOf(description, subject.uid, value.name)
  const isAlike = before?.kind === 'scalar' && attribute?.kind === 'scalar' && before.type === attribute.type
  if (isAlike) return { ...value, name }
  return { kind: 'compare', name, operator: operatorsFor(attribute)[0] ?? '$eq', values: [] }
}

function inside(name: string): FilterItem {
  const items = [{ kind: 'compare', name: null, operator: '$eq', values: [] } as const]
  return { kind: 'at', name, items: [{ kind: 'inside', path: '', items }] }
}

function withOperator(value: Comparison, operator: FilterOperator): Comparison {
  const shape = shapeOf(operator)
  const before = shapeOf(value.operator)
  if (shape === 'flag') return { ...value, operator, values: ['true'] }
  if (before === 'flag') return { ...value, operator, values: [] }
  if (shape === before || shape === 'list') return { ...value, operator }
  return { ...value, operator, values: shape === 'value' ? value.values.slice(0, 1) : [] }
}
