import type { Pagination } from '../model/query-model.ts'
import { useStore } from '../state/store.ts'
import { Segments } from './controls.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'

interface PaginationProps {
  readonly value: Pagination
  readonly onChange: (value: Pagination) => void
}

const STYLES = [
  { value: 'page', label: 'By page' },
  { value: 'offset', label: 'By offset' },
] as const

const COUNTS = [
  { value: '', label: 'Default' },
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const

export function PaginationPart({ value, onChange }: PaginationProps) {
  const page = useStore().description.value?.page
  const isByPage = value.style === 'page'
  return (
    <div class="settings">
      <Segments
        label="Style of pagination"
        value={value.style}
        options={STYLES}
        onChange={(style) => onChange({ ...value, style, from: style === 'page' ? '1' : '0', size: value.size })}
      />
      <NumberInput
        label={isByPage ? 'Page' : 'Start'}
        value={value.from}
        placeholder={isByPage ? '1' : '0'}
        onInput={(from) => onChange({ ...value, from })}
        at="pagination/from"
      />
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
          options={COUNTS}
          onChange={(withCount) => onChange({ ...value, withCount })}
        />
      </span>
    </div>
  )
}

interface NumberProps {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly onInput: (text: string) => void
  readonly at: string
}

function NumberInput({ label, value, placeholder, onInput, at }: NumberProps) {
  const problem = useProblem(at)
  return (
    <>
      <label class="setting">
        <span class="setting-name">{label}</span>
        <input
          class="number"
          type="text"
          inputMode="numeric"
          autocomplete="off"
          value={value}
          placeholder={placeholder}
          onInput={(event) => onInput(event.currentTarget.value)}
          {...invalid(problem, at)}
        />
      </label>
      <Problem at={at} />
    </>
  )
}

export function paginationSummary({ style, from, size }: Pagination): string {
  if (from === '' && size === '') return 'first page'
  const parts =
    style === 'page'
      ? [from && `page ${from}`, size && `${size} a page`]
      : [`from ${from || 0}`, size && `${size} at most`]
  return parts.filter(Boolean).join(', ')
}
