/** The keys that entries are grouped by, and the values computed for each group. */

import type { Measure } from '../../../src/vocabulary/measures.ts'
import { fitsMeasure, MEASURE_OPTIONS } from '../model/group-values.ts'
import type { Groups, MeasureKey } from '../model/groups.ts'
import { replaceAt } from '../model/replace-at.ts'
import { attributesOf, isScalar } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { AddButton, IconButton, Select } from './controls.tsx'
import { GroupKeyRow, isGroupKey } from './group-key-row.tsx'
import { PathPicker } from './path-picker.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'

interface GroupsPartProps {
  readonly uid: string
  readonly groups: Groups
  readonly onChange: (groups: Groups) => void
}

export function GroupKeys({ uid, groups, onChange }: GroupsPartProps) {
  const description = useStore().description.value
  if (description === null) return null
  const { by } = groups
  const fields = attributesOf(description, uid).filter(isScalar).filter(isGroupKey)
  const isFree = ({ name }: { readonly name: string }) => !by.includes(name)
  const next = fields.filter(isFree).find(({ type }) => type === 'enumeration') ?? fields.find(isFree)
  const replace = (index: number, key: string | null) => onChange({ ...groups, by: replaceAt(by, index, key) })
  return (
    <div class="rows">
      {by.length === 0 && <p class="quiet">One group of all entries.</p>}
      {by.map((key, index) => (
        <GroupKeyRow
          key={index}
          uid={uid}
          value={key}
          onChange={(name) => replace(index, name)}
          label={`Group by ${index + 1}`}
          at={`by/${index}`}
        />
      ))}
      <div class="adds">
        <AddButton onClick={() => onChange({ ...groups, by: [...by, next?.name ?? 'id'] })}>Group by</AddButton>
      </div>
    </div>
  )
}

export function Measures({ uid, groups, onChange }: GroupsPartProps) {
  const description = useStore().description.value
  if (description === null) return null
  const { measures, count } = groups
  const numbers = attributesOf(description, uid).filter(isScalar).filter(fitsMeasure('sum'))
  const replace = (index: number, key: MeasureKey | null) =>
    onChange({ ...groups, measures: replaceAt(measures, index, key) })
  return (
    <div class="rows">
      <label class="check">
        <input
          type="checkbox"
          checked={count}
          onChange={(event) => onChange({ ...groups, count: event.currentTarget.checked })}
        />
        How many entries
      </label>
      {measures.map((value, index) => (
        <MeasureRow
          key={index}
          uid={uid}
          value={value}
          onChange={(next) => replace(index, next)}
          number={index + 1}
          at={`${value.measure}/${index}`}
        />
      ))}
      <div class="adds">
        <AddButton
          onClick={() =>
            onChange({ ...groups, measures: [...measures, { measure: 'sum', path: numbers[0]?.name ?? 'id' }] })
          }
        >
          Compute
        </AddButton>
      </div>
    </div>
  )
}

interface MeasureRowProps {
  readonly uid: string
  readonly value: MeasureKey
  readonly onChange: (value: MeasureKey | null) => void
  readonly number: number
  readonly at: string
}

function MeasureRow({ uid, value, onChange, number, at }: MeasureRowProps) {
  const description = useStore().description.value
  const problem = useProblem(value.measure)
  if (description === null) return null
  return (
    <div class="row" data-control={at}>
      <Select
        label={`Computed value ${number}`}
        value={value.measure}
        options={MEASURE_OPTIONS}
        onChange={(measure) => onChange({ ...value, measure: measure as Measure })}
      />
      <PathPicker
        description={description}
        uid={uid}
        path={value.path}
        onChange={(path) => onChange({ ...value, path })}
        label={`Field of computed value ${number}`}
        aria={invalid(problem, value.measure)}
        fits={fitsMeasure(value.measure)}
      />
      <span class="row-end">
        <IconButton icon="close" label={`Remove computed value ${number}`} onClick={() => onChange(null)} />
      </span>
      <Problem at={value.measure} />
    </div>
  )
}
