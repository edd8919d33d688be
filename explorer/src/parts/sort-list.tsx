import type { SortKey } from '../model/query-model.ts'
import { attributesOf, isScalar } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { AddButton, IconButton, Segments } from './controls.tsx'
import { PathPicker } from './path-picker.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'

interface SortListProps {
  readonly uid: string
  readonly sort: readonly SortKey[]
  readonly onChange: (sort: readonly SortKey[]) => void
  readonly address: string
}

export function SortList({ uid, sort, onChange, address }: SortListProps) {
  const { description } = useStore()
  if (description.value === null) return null
  const fields = attributesOf(description.value, uid).filter(isScalar)
  const used = new Set(sort.map(({ path }) => path))
  const next = fields.find(({ name }) => !used.has(name) && name !== 'id' && name !== 'documentId')?.name ?? 'id'
  return (
    <div class="rows">
      {sort.map((key, index) => (
        <SortRow
          key={index}
          uid={uid}
          sort={sort}
          index={index}
          value={key}
          onChange={onChange}
          at={`${address}/${index}`}
        />
      ))}
      <div class="adds">
        <AddButton onClick={() => onChange([...sort, { path: next, direction: 'asc' }])}>Sort key</AddButton>
      </div>
    </div>
  )
}

interface SortRowProps {
  readonly uid: string
  readonly sort: readonly SortKey[]
  readonly index: number
  readonly value: SortKey
  readonly onChange: (sort: readonly SortKey[]) => void
  readonly at: string
}

const DIRECTIONS = [
  { value: 'asc', label: 'Ascending' },
  { value: 'desc', label: 'Descending' },
] as const

function SortRow({ uid, sort, index, value, onChange, at }: SortRowProps) {
  const description = useStore().description.value
  const problem = useProblem(at)
  if (description === null) return null
  const replace = (key: SortKey) => onChange(sort.map((one, position) => (position === index ? key : one)))
  const move = (by: number) => {
    const others = sort.filter((_, position) => position !== index)
    onChange([...others.slice(0, index + by), value, ...others.slice(index + by)])
  }
  return (
    <div class="row" data-control={at}>
      <PathPicker
        description={description}
        uid={uid}
        path={value.path}
        onChange={(path) => replace({ ...value, path })}
        label={`Sort key ${index + 1}`}
        aria={invalid(problem, at)}
      />
      <Segments
        label={`Direction of sort key ${index + 1}`}
        value={value.direction}
        options={DIRECTIONS}
        onChange={(direction) => replace({ ...value, direction })}
      />
      <span class="row-end">
        {sort.length > 1 && (
          <>
            <IconButton icon="up" label="Move up" disabled={index === 0} onClick={() => move(-1)} />
            <IconButton icon="down" label="Move down" disabled={index === sort.length - 1} onClick={() => move(1)} />
          </>
        )}
        <IconButton
          icon="close"
          label={`Remove sort key ${value.path}`}
          onClick={() => onChange(sort.filter((_, position) => position !== index))}
        />
      </span>
      <Problem at={at} />
    </div>
  )
}

export function sortSummary(sort: readonly SortKey[]): string {
  return sort.length === 0 ? 'by id' : sort.map(({ path }) => path).join(', ')
}
