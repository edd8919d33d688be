/** Conditions on groups. */

import { isOf, OPERATORS } from '../../../src/vocabulary/operators.ts'
import { type FilterOperator, labelOf, shapeOf } from '../model/filter-operators.ts'
import { computedOf, type GroupValue } from '../model/group-values.ts'
import type { Groups } from '../model/groups.ts'
import { type HavingRow, havingItem, havingRow } from '../model/having.ts'
import { operatorsFor } from '../model/operators-for.ts'
import { replaceAt } from '../model/replace-at.ts'
import { writeFilters } from '../model/write-filters.ts'
import { useStore } from '../state/store.ts'
import { AsWrittenRow } from './as-written.tsx'
import { AddButton, IconButton, Select } from './controls.tsx'
import { ValueInputs } from './value-input.tsx'

interface HavingListProps {
  readonly uid: string
  readonly groups: Groups
  readonly onChange: (groups: Groups) => void
}

export function HavingList({ uid, groups, onChange }: HavingListProps) {
  const description = useStore().description.value
  if (description === null) return null
  const values = computedOf(groups, uid, description)
  const { having } = groups
  const set = (next: Groups['having']) => onChange({ ...groups, having: next })
  const [first] = values
  return (
    <div class="rows">
      {having.map((item, index) => {
        const row = havingRow(item)
        const remove = () => set(replaceAt(having, index, null))
        const at = `having/${index}`
        if (row === null) {
          return (
            <AsWrittenRow key={index} part={{ key: 'having', value: writeFilters([item]) }} onRemove={remove} at={at} />
          )
        }
        return (
          <Row
            key={index}
            row={row}
            values={values}
            onChange={(next) => set(replaceAt(having, index, havingItem(next)))}
            onRemove={remove}
            at={at}
          />
        )
      })}
      {first !== undefined && (
        <div class="adds">
          <AddButton
            label="Add condition on groups"
            onClick={() => set([...having, havingItem({ name: first.name, operator: '$gte', values: [] })])}
          >
            Condition
          </AddButton>
        </div>
      )}
    </div>
  )
}

interface RowProps {
  readonly row: HavingRow
  readonly values: readonly GroupValue[]
  readonly onChange: (row: HavingRow) => void
  readonly onRemove: () => void
  readonly at: string
}

function Row({ row, values, onChange, onRemove, at }: RowProps) {
  const value = values.find(({ name }) => name === row.name)
  const names = value === undefined ? [{ name: row.name, label: `${row.name} (unknown)` }, ...values] : values
  const fitting = operatorsFor(value?.attribute).filter((operator) => !isOf(OPERATORS[operator].test, 'text'))
  const operators: readonly FilterOperator[] = fitting.some((one) => one === row.operator)
    ? fitting
    : [...fitting, row.operator]
  return (
    <div class="row condition" data-control={at}>
      <Select
        class="field"
        label="Of groups"
        value={row.name}
        options={names.map(({ name, label }) => ({ value: name, label }))}
        onChange={(name) => onChange({ ...row, name })}
      />
      <Select
        class="operator"
        label={`Operator of ${row.name}`}
        value={row.operator}
        options={operators.map((operator) => ({ value: operator, label: labelOf(operator) }))}
        onChange={(next) => {
          const operator = next as FilterOperator
          const isAlike = shapeOf(operator) === shapeOf(row.operator)
          onChange({ ...row, operator, values: shapeOf(operator) === 'flag' ? ['true'] : isAlike ? row.values : [] })
        }}
      />
      <ValueInputs
        comparison={{ kind: 'compare', ...row }}
        attribute={value?.attribute}
        onChange={(next) => onChange({ ...row, values: next })}
        label={row.name}
        aria={{}}
      />
      <span class="row-end">
        <IconButton icon="close" label={`Remove condition on ${row.name}`} onClick={onRemove} />
      </span>
    </div>
  )
}
