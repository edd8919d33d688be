/** Which version of each entry: its locale, draft or published. */

import { PUBLICATION_FILTERS } from '../../../src/parse/parsed-query.ts'
import type { QueryModel } from '../model/query-model.ts'
import type { DescribedType } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { Chip, Segments, Select } from './controls.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'

interface VersionsProps {
  readonly type: DescribedType
  /** Whether one entry is asked for, which has one locale. */
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
          <Locales isOne={isOne} locales={query.locales} onChange={(locales) => onChange({ locales })} />
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
  readonly locales: readonly string[]
  readonly onChange: (locales: readonly string[]) => void
}

function Locales({ isOne, locales, onChange }: LocalesProps) {
  const known = useStore().locales.value
  const codes = [...new Set([...known, ...locales.filter((code) => code !== '*')])]
  const chosen = locales.filter((code) => code !== '*')
  const toggle = (code: string) => {
    if (chosen.includes(code)) onChange(chosen.filter((one) => one !== code))
    else onChange(isOne ? [code] : [...chosen, code])
  }
  return (
    <fieldset class="chips" aria-label="Locale">
      <Chip isOn={locales.length === 0} onClick={() => onChange([])}>
        Default
      </Chip>
      {!isOne && (
        <Chip isOn={locales.includes('*')} onClick={() => onChange(['*'])}>
          Every
        </Chip>
      )}
      {codes.map((code) => (
        <Chip key={code} isOn={chosen.includes(code)} onClick={() => toggle(code)}>
          {code}
        </Chip>
      ))}
      {known.length === 0 && <OtherLocale onAdd={(code) => onChange(isOne ? [code] : [...chosen, code])} />}
      <Problem at="locale" />
    </fieldset>
  )
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

export function versionsSummary({ locales, status, publication }: QueryModel): string {
  const locale = locales.length === 0 ? 'default locale' : locales.includes('*') ? 'every locale' : locales.join(', ')
  return [locale, status || 'published', publication].filter((part) => part !== '').join(', ')
}
