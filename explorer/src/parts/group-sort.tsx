/** The order of groups: by what they show. */

import { shownOf } from '../model/group-values.ts'
import type { Groups } from '../model/groups.ts'
import { type SortKey, sortKey } from '../model/query-model.ts'
import { replaceAt } from '../model/replace-at.ts'
import { useStore } from '../state/store.ts'
import { AddButton, IconButton, Segments, Select } from './controls.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'
import { DIRECTIONS } from './sort-list.tsx'

interface GroupSortProps {
  readonly uid: string
  readonly groups: Groups
  readonly sort: readonly SortKey[]
  readonly onChange: (sort: readonly SortKey[]) => void
}

export function GroupSort({ uid, groups, sort, onChange }: GroupSortProps) {
  const description = useStore().description.value
  if (description === null) return null
  const values = shownOf(groups, uid, description)
  const options = values.map(({ name, label }) => ({ value: name, label }))
  const next = values.find(({ name }) => name === 'count' && sort.length === 0) ?? values[0]
  const replace = (index: number, key: SortKey | null) => onChange(replaceAt(sort, index, key))
  return (
    <div class="rows">
      {sort.map((key, index) => (
        <GroupSortRow
          key={index}
          value={key}
          options={options}
          onChange={(changed) => replace(index, changed)}
          number={index + 1}
        />
      ))}
      {next !== undefined && (
        <div class="adds">
          <AddButton onClick={() => onChange([...sort, sortKey(next.name, { direction: 'desc' })])}>Sort key</AddButton>
        </div>
      )}
    </div>
  )
}

interface GroupSortRowProps {
  readonly value: SortKey
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (key: SortKey | null) => void
  readonly number: number
}

function GroupSortRow({ value, options, onChange, number }: GroupSortRowProps) {
  const at = `sort/${number - 1}`
  const problem = useProblem(at)
  const isKnown = options.some((option) => option.value === value.path)
  const unknown = { value: value.path, label: `${value.path} (unknown)` }
  return (
    <div class="row" data-control={at}>
      <Select
        class="grows"
        label={`Sort key ${number}`}
        value={value.path}
        options={isKnown ? options : [unknown, ...options]}
        onChange={(path) => onChange({ ...value, path })}
        aria={invalid(problem, at)}
      />
      <Segments
        label={`Direction of sort key ${number}`}
        value={value.direction}
        options={DIRECTIONS}
        onChange={(direction) => onChange({ ...value, direction })}
      />
      <span class="row-end">
        <IconButton icon="close" label={`Remove sort key ${value.path}`} onClick={() => onChange(null)} />
      </span>
      <Problem at={at} />
    </div>
  )
}
