/**
 * One condition: a field, an operator, values. Choosing a relation for the field opens conditions on what it leads to.
 */

import { type ComparisonOperator, OPERATORS, operandOf } from '../../../src/vocabulary/operators.ts'
import { operatorsFor } from '../model/operators-for.ts'
import type { Comparison, FilterItem } from '../model/query-model.ts'
import {
  attributeOf,
  attributesOf,
  type DescribedAttribute,
  type Description,
  isFilterable,
  isScalar,
} from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { IconButton, type Option, Select } from './controls.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'
import { ValueInputs } from './value-input.tsx'

interface ConditionProps {
  /** Null: the conditions are on a field alone, which has no others. */
  readonly uid: string | null
  /** Whether it may speak of the related entry itself. */
  readonly inside: boolean
  readonly value: Comparison
  readonly onChange: (item: FilterItem) => void
  readonly onRemove: () => void
  readonly at: string
}

/** Stands for the related entry itself. No attribute is called so. */
const ITSELF = '$'

export function Condition({ uid, inside, value, onChange, onRemove, at }: ConditionProps) {
  const description = useStore().description.value
  const problem = useProblem(at)
  if (description === null) return null
  const attribute = subjectOf(description, uid, value)
  const aria = invalid(problem, at)
  const label = value.name ?? 'The entry itself'
  return (
    <div class={`row condition ${uid === null ? 'is-bare' : ''}`} data-control={at}>
      {uid !== null && (
        <Select
          class="field"
          label="Field"
          value={value.name ?? ITSELF}
          options={fieldOptions(description, uid, inside, value.name)}
          onChange={(name) => onChange(withField(description, uid, value, name))}
          aria={aria}
        />
      )}
      <Select
        class="operator"
        label={`Operator of ${label}`}
        value={value.operator}
        options={operatorOptions(attribute, value.operator)}
        onChange={(operator) => onChange(withOperator(value, operator as ComparisonOperator))}
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

function subjectOf(description: Description, uid: string | null, { name }: Comparison) {
  if (name === null) return uid === null ? undefined : null
  return uid === null ? undefined : attributeOf(description, uid, name)
}

function fieldOptions(
  description: Description,
  uid: string,
  inside: boolean,
  chosen: string | null,
): readonly Option[] {
  const attributes = attributesOf(description, uid)
  const fields = attributes.filter(isScalar).map(({ name }) => ({ value: name, label: name, group: 'Fields' }))
  const ways = attributes
    .filter((attribute) => isFilterable(description, attribute))
    .map(({ name, kind }) => ({ value: name, label: `${name} ›`, group: GROUPS[kind] ?? 'Relations' }))
  const known = [...fields, ...ways]
  const isKnown = chosen === null || known.some(({ value }) => value === chosen)
  return [
    ...(inside ? [{ value: ITSELF, label: 'the entry itself' }] : []),
    ...(isKnown ? [] : [{ value: chosen, label: `${chosen} (unknown)` }]),
    ...known,
  ]
}

const GROUPS: Readonly<Partial<Record<DescribedAttribute['kind'], string>>> = {
  component: 'Components',
  media: 'Media',
}

function operatorOptions(attribute: DescribedAttribute | null | undefined, chosen: ComparisonOperator) {
  const fitting = operatorsFor(attribute)
  const all = fitting.includes(chosen) ? fitting : [...fitting, chosen]
  return all.map((operator) => ({ value: operator, label: OPERATORS[operator].label }))
}

/** Values stay where they fit the new field. */
function withField(description: Description, uid: string, value: Comparison, name: string): FilterItem {
  if (name === ITSELF) return { kind: 'compare', name: null, operator: '$notNull', values: ['true'] }
  const attribute = attributeOf(description, uid, name)
  if (attribute !== undefined && isFilterable(description, attribute)) {
    return { kind: 'at', name, items: [newCondition(description, attribute.target)] }
  }
  const before = value.name === null ? undefined : attributeOf(description, uid, value.name)
  const isAlike = before?.kind === 'scalar' && attribute?.kind === 'scalar' && before.type === attribute.type
  if (isAlike) return { ...value, name }
  return { kind: 'compare', name, operator: operatorsFor(attribute)[0] ?? '$eq', values: [] }
}

function withOperator(value: Comparison, operator: ComparisonOperator): Comparison {
  const shape = operandOf(operator)
  const before = operandOf(value.operator)
  if (shape === 'flag') return { ...value, operator, values: ['true'] }
  if (before === 'flag') return { ...value, operator, values: [] }
  if (shape === before || shape === 'list') return { ...value, operator }
  return { ...value, operator, values: shape === 'value' ? value.values.slice(0, 1) : [] }
}

/** On a field that people filter by. */
export function newCondition(description: Description, uid: string | null): Comparison {
  const fields = uid === null ? [] : attributesOf(description, uid).filter(isScalar)
  const usual = ['title', 'name', 'slug', 'label']
  const first =
    fields.find(({ name }) => usual.includes(name)) ??
    fields.find(({ name }) => name !== 'id' && name !== 'documentId') ??
    fields[0]
  if (first === undefined) return { kind: 'compare', name: null, operator: '$eq', values: [] }
  return { kind: 'compare', name: first.name, operator: operatorsFor(first)[0] ?? '$eq', values: [] }
}
