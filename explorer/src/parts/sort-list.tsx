import { RANDOM } from '../../../src/parse/parse-sort.ts'
import { type SortKey, sortKey } from '../model/query-model.ts'
import { attributeAt, attributesOf, isScalar } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { AddButton, IconButton, Segments } from './controls.tsx'
import { useExtension } from './extension.tsx'
import { PathPicker } from './path-picker.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'
import { newSeed, RandomKey, SortWords } from './sort-words.tsx'

interface SortListProps {
  readonly uid: string
  readonly sort: readonly SortKey[]
  readonly onChange: (sort: readonly SortKey[]) => void
  readonly address: string
}

export function SortList({ uid, sort, onChange, address }: SortListProps) {
  const { description } = useStore()
  const hasRandom = useExtension('sorting') && !sort.some(({ seed }) => seed !== null)
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
        <AddButton onClick={() => onChange([...sort, sortKey(next)])}>Sort key</AddButton>
        {hasRandom && (
          // It is the first key or the only one.
          <AddButton onClick={() => onChange([sortKey(RANDOM, { seed: newSeed() }), ...sort])}>Random order</AddButton>
        )}
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

export const DIRECTIONS = [
  { value: 'asc', label: 'Ascending' },
  { value: 'desc', label: 'Descending' },
] as const

function SortRow({ uid, sort, index, value, onChange, at }: SortRowProps) {
  const problem = useProblem(at)
  const replace = (key: SortKey) => onChange(sort.map((one, position) => (position === index ? key : one)))
  const move = (by: number) => {
    const others = sort.filter((_, position) => position !== index)
    onChange([...others.slice(0, index + by), value, ...others.slice(index + by)])
  }
  return (
    <div class="row" data-control={at}>
      {value.seed === null ? (
        <FieldKey uid={uid} value={value} onChange={replace} number={index + 1} aria={invalid(problem, at)} />
      ) : (
        <RandomKey seed={value.seed} onChange={(seed) => replace({ ...value, seed })} aria={invalid(problem, at)} />
      )}
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

interface FieldKeyProps {
  readonly uid: string
  readonly value: SortKey
  readonly onChange: (key: SortKey) => void
  readonly number: number
  readonly aria: object
}

function FieldKey({ uid, value, onChange, number, aria }: FieldKeyProps) {
  const description = useStore().description.value
  const hasCounts = useExtension('quantifiers')
  if (description === null) return null
  return (
    <>
      <PathPicker
        description={description}
        uid={uid}
        path={value.path}
        onChange={(path) => onChange({ ...sortKey(path), direction: value.direction })}
        label={`Sort key ${number}`}
        aria={aria}
        hasCounts={hasCounts}
      />
      <Segments
        label={`Direction of sort key ${number}`}
        value={value.direction}
        options={DIRECTIONS}
        onChange={(direction) => onChange({ ...value, direction })}
      />
      <SortWords
        value={value}
        attribute={attributeAt(description, uid, value.path.split('.'))}
        onChange={onChange}
        label={`sort key ${number}`}
      />
    </>
  )
}

export function sortSummary(sort: readonly SortKey[]): string {
  return sort.length === 0 ? 'by id' : sort.map(({ path, seed }) => (seed === null ? path : 'random')).join(', ')
}
