import type { Pagination } from '../model/query-model.ts'
import { useStore } from '../state/store.ts'
import { Segments } from './controls.tsx'
import { Beyond, useExtension } from './extension.tsx'
import { NumberInput } from './number-input.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'

interface PaginationProps {
  readonly value: Pagination
  readonly onChange: (value: Pagination) => void
  /** Groups have no cursors. */
  readonly hasCursors?: boolean
}

const STYLES = [
  { value: 'page', label: 'By page' },
  { value: 'offset', label: 'By offset' },
] as const

const BY_CURSOR = { value: 'cursor', label: 'By cursor' } as const

const COUNTS = [
  { value: '', label: 'Default' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const

const CAPPED = { value: 'capped', label: 'Up to a limit' } as const

/** The first position of each style. */
const BEGINNINGS = { page: '1', offset: '0', cursor: '' } as const

export function PaginationPart({ value, onChange, hasCursors = true }: PaginationProps) {
  const page = useStore().description.value?.page
  const isOn = useExtension('cursors') && hasCursors
  const isCursor = value.style === 'cursor'
  const isByPage = value.style === 'page'
  return (
    <div class="settings">
      <Segments
        label="Style of pagination"
        value={value.style}
        options={isOn || isCursor ? [...STYLES, BY_CURSOR] : STYLES}
        onChange={(style) => onChange({ ...value, style, from: BEGINNINGS[style], side: 'after' })}
      />
      {isCursor ? (
        <CursorInput value={value} onChange={onChange} />
      ) : (
        <NumberInput
          label={isByPage ? 'Page' : 'Start'}
          value={value.from}
          placeholder={isByPage ? '1' : '0'}
          onInput={(from) => onChange({ ...value, from })}
          at="pagination/from"
        />
      )}
      <NumberInput
        label={isByPage ? 'Page size' : 'Limit'}
        value={value.size}
        placeholder={String(page?.defaultLimit ?? '')}
        onInput={(size) => onChange({ ...value, size })}
        at="pagination/size"
      />
      <span class="setting">
        <span class="setting-name">Count total</span>
        <Segments
          label="Count the total"
          value={value.withCount}
          options={isOn || value.withCount === 'capped' ? [...COUNTS, CAPPED] : COUNTS}
          onChange={(withCount) => onChange({ ...value, withCount })}
        />
      </span>
      {(isCursor || value.withCount === 'capped') && <Beyond name="cursors" />}
    </div>
  )
}

const SIDES = [
  { value: 'after', label: 'After' },
  { value: 'before', label: 'Before' },
] as const

function CursorInput({ value, onChange }: PaginationProps) {
  const problem = useProblem('pagination/from')
  const isAfter = value.side === 'after'
  return (
    <span class="setting">
      <Segments
        label="Side of the cursor"
        value={value.side}
        options={SIDES}
        onChange={(side) => onChange({ ...value, side, from: '' })}
      />
      <input
        class="cursor"
        type="text"
        aria-label="Cursor"
        placeholder={isAfter ? 'the beginning' : 'the end'}
        autocomplete="off"
        spellcheck={false}
        value={value.from}
        onInput={(event) => onChange({ ...value, from: event.currentTarget.value.trim() })}
        {...invalid(problem, 'pagination/from')}
      />
      <Problem at="pagination/from" />
    </span>
  )
}

export function paginationSummary({ style, from, side, size }: Pagination): string {
  if (style === 'cursor') return [cursorPlace(side, from), size && `${size} at most`].filter(Boolean).join(', ')
  if (from === '' && size === '') return 'first page'
  const parts =
    style === 'page'
      ? [from && `page ${from}`, size && `${size} a page`]
      : [`from ${from || 0}`, size && `${size} at most`]
  return parts.filter(Boolean).join(', ')
}

function cursorPlace(side: Pagination['side'], from: string): string {
  if (from !== '') return `${side} a cursor`
  return side === 'after' ? 'from the beginning' : 'from the end'
}
