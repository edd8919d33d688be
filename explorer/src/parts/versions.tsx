/** The version of each entry: its locale, draft or published. */

import { PUBLICATION_FILTERS } from '../../../src/parse/parsed-query.ts'
import type { QueryModel } from '../model/query-model.ts'
import type { DescribedType } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { Chip, Segments, Select } from './controls.tsx'
import { Beyond, useExtension } from './extension.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'

interface VersionsProps {
  readonly type: DescribedType
  /** Whether the request is for one entry, which has one locale. */
  readonly isOne: boolean
  readonly query: QueryModel
  readonly onChange: (part: Partial<QueryModel>) => void
}

const STATUSES = [
  { value: '', label: 'Default' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Draft' },
] as const

export function Versions({ type, isOne, query, onChange }: VersionsProps) {
  const publicationProblem = useProblem('publicationFilter')
  return (
    <div class="settings is-stacked">
      {(type.localized || query.locales.length > 0) && (
        <div class="setting">
          <span class="setting-name">Locale</span>
          <Locales isOne={isOne} query={query} onChange={onChange} />
        </div>
      )}
      {(type.findsDrafts || query.status !== '') && (
        <div class="setting">
          <span class="setting-name">Status</span>
          <Segments
            label="Status"
            value={query.status}
            options={STATUSES}
            onChange={(status) => onChange({ status })}
          />
          <Problem at="status" />
        </div>
      )}
      {(type.findsDrafts || query.publication !== '') && (
        <div class="setting">
          <span class="setting-name">Publication</span>
          <Select
            label="Publication filter"
            value={query.publication}
            options={[{ value: '', label: 'any' }, ...PUBLICATION_FILTERS.map((value) => ({ value, label: value }))]}
            onChange={(publication) => onChange({ publication })}
            aria={invalid(publicationProblem, 'publicationFilter')}
          />
          <Problem at="publicationFilter" />
        </div>
      )}
    </div>
  )
}

interface LocalesProps {
  readonly isOne: boolean
  readonly query: QueryModel
  readonly onChange: (part: Partial<QueryModel>) => void
}

function Locales({ isOne, query: { locales, fallsBack }, onChange }: LocalesProps) {
  const known = useStore().locales.value
  const hasFallback = useExtension('localeFallback')
  const codes = [...new Set([...known, ...locales.filter((code) => code !== '*')])]
  const chosen = locales.filter((code) => code !== '*')
  /** One entry has one locale, but several to choose it from. */
  const takesOne = isOne && !fallsBack
  const set = (next: readonly string[]) => onChange({ locales: next, fallsBack: fallsBack && next.length > 0 })
  const add = (code: string) => set(takesOne ? [code] : [...chosen, code])
  const toggle = (code: string) => (chosen.includes(code) ? set(chosen.filter((one) => one !== code)) : add(code))
  return (
    <fieldset class="chips" aria-label="Locale">
      <Chip isOn={locales.length === 0} onClick={() => set([])}>
        Default
      </Chip>
      {!isOne && !fallsBack && (
        <Chip isOn={locales.includes('*')} onClick={() => set(['*'])}>
          Every
        </Chip>
      )}
      {codes.map((code) => (
        <Chip key={code} isOn={chosen.includes(code)} onClick={() => toggle(code)}>
          {fallsBack && chosen.includes(code) ? `${chosen.indexOf(code) + 1}. ${code}` : code}
        </Chip>
      ))}
      {known.length === 0 && <OtherLocale onAdd={add} />}
      {(fallsBack || (hasFallback && chosen.length > 0)) && (
        <label class="check">
          <input
            type="checkbox"
            checked={fallsBack}
            onChange={(event) => onChange(fallback(event.currentTarget.checked, chosen, isOne))}
          />
          The first that exists
        </label>
      )}
      {fallsBack && <Beyond name="localeFallback" />}
      <Problem at="locale" />
    </fieldset>
  )
}

/** In the order in which they were chosen. */
function fallback(isOn: boolean, chosen: readonly string[], isOne: boolean): Partial<QueryModel> {
  return { fallsBack: isOn, locales: isOn || !isOne ? chosen : chosen.slice(0, 1) }
}

/** For callers who may not list the locales. */
function OtherLocale({ onAdd }: { readonly onAdd: (code: string) => void }) {
  return (
    <input
      class="number"
      type="text"
      aria-label="Another locale; Enter adds it"
      placeholder="fr-FR ⏎"
      autocomplete="off"
      onKeyDown={(event) => {
        const code = event.currentTarget.value.trim()
        if (event.key !== 'Enter' || code === '') return
        onAdd(code)
        event.currentTarget.value = ''
      }}
    />
  )
}

export function versionsSummary({ locales, fallsBack, status, publication }: QueryModel): string {
  const codes = locales.join(fallsBack ? ', then ' : ', ')
  const locale = locales.length === 0 ? 'default locale' : locales.includes('*') ? 'every locale' : codes
  return [locale, status || 'published', publication].filter((part) => part !== '').join(', ')
}
