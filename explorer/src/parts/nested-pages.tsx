/** Pages of a populated list, for each entry (extension `nestedPages`). */

import { NO_PAGINATION, type Pagination, type PopulateEntry } from '../model/query-model.ts'
import { saysSomething } from '../model/read-pagination.ts'
import { useStore } from '../state/store.ts'
import { Segments } from './controls.tsx'
import { Beyond, useExtension } from './extension.tsx'
import { NumberInput } from './number-input.tsx'
import { Part } from './part.tsx'

interface NestedPagesProps {
  readonly entry: PopulateEntry
  readonly onChange: (entry: PopulateEntry) => void
  readonly at: string
  readonly isList: boolean
}

const STYLES = [
  { value: 'all', label: 'All' },
  { value: 'offset', label: 'By offset' },
  { value: 'page', label: 'By page' },
] as const

/** The initial page size. */
const FEW = '3'

export function NestedPages({ entry, onChange, at, isList }: NestedPagesProps) {
  const isOn = useExtension('nestedPages')
  const page = entry.pagination
  const isUsed = saysSomething(page)
  if (!isUsed && !(isOn && isList)) return null
  const set = (pagination: Pagination) => onChange({ ...entry, pagination })
  const choose = (style: 'all' | 'page' | 'offset') =>
    set(style === 'all' ? NO_PAGINATION : { ...page, style, from: '', size: page.size || FEW })
  const style = isUsed ? (page.style === 'page' ? 'page' : 'offset') : 'all'
  return (
    <Part title="Pages">
      <div class="settings">
        <Segments label={`Pages of ${entry.name}`} value={style} options={STYLES} onChange={choose} />
        {isUsed && <PageInputs page={page} onChange={set} at={`${at}/pagination`} />}
        <Beyond name="nestedPages" />
      </div>
    </Part>
  )
}

interface PageInputsProps {
  readonly page: Pagination
  readonly onChange: (page: Pagination) => void
  readonly at: string
}

function PageInputs({ page, onChange, at }: PageInputsProps) {
  const defaultLimit = useStore().description.value?.page.defaultLimit ?? ''
  const isByPage = page.style === 'page'
  return (
    <>
      <NumberInput
        label={isByPage ? 'Page' : 'Start'}
        value={page.from}
        placeholder={isByPage ? '1' : '0'}
        onInput={(from) => onChange({ ...page, from })}
        at={`${at}/from`}
      />
      <NumberInput
        label={isByPage ? 'Page size' : 'Limit'}
        value={page.size}
        placeholder={String(defaultLimit)}
        onInput={(size) => onChange({ ...page, size })}
        at={`${at}/size`}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={page.withCount === 'true'}
          onChange={(event) => onChange({ ...page, withCount: event.currentTarget.checked ? 'true' : '' })}
        />
        With the total
      </label>
    </>
  )
}
