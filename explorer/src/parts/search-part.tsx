/** The search box: in every text, as Strapi searches; or by words, where the extension is on. */

import { ALL_WORDS } from '../model/full-text.ts'
import { type FullText, SHOWN_MATCHES, type ShownMatch } from '../model/query-model.ts'
import type { PartProps } from './builder-props.ts'
import { Beyond, useExtension } from './extension.tsx'

export function SearchBox({ request, set }: PartProps) {
  const { search, fullText } = request.query
  const title = fullText === null ? 'Search in every text' : 'Search words'
  return (
    <input
      class="grows"
      type="search"
      aria-label={title}
      placeholder={`${title} (${fullText === null ? '_q' : '_q[text]'})`}
      value={search}
      onInput={(event) => set({ search: event.currentTarget.value })}
    />
  )
}

/** The choice between kinds of search, where there are several. */
export function SearchWords({ request, set }: PartProps) {
  const { fullText } = request.query
  const isOn = useExtension('search')
  if (!isOn && fullText === null) return null
  const onChange = (next: FullText | null) => set({ fullText: next })
  return (
    <div class="checks">
      <Check label="By words" checked={fullText !== null} onCheck={(words) => onChange(words ? ALL_WORDS : null)} />
      {fullText !== null && <WordOptions fullText={fullText} onChange={onChange} />}
    </div>
  )
}

interface WordOptionsProps {
  readonly fullText: FullText
  readonly onChange: (fullText: FullText) => void
}

function WordOptions({ fullText, onChange }: WordOptionsProps) {
  const showing = (name: ShownMatch, isOn: boolean) =>
    SHOWN_MATCHES.filter((one) => (one === name ? isOn : fullText.show.includes(one)))
  return (
    <>
      <Check
        label="Last word may be a beginning"
        checked={fullText.prefix}
        onCheck={(prefix) => onChange({ ...fullText, prefix })}
      />
      {SHOWN_MATCHES.map((name) => (
        <Check
          key={name}
          label={name === 'score' ? 'With scores' : 'With highlights'}
          checked={fullText.show.includes(name)}
          onCheck={(isOn) => onChange({ ...fullText, show: showing(name, isOn) })}
        />
      ))}
      <Beyond name="search" />
    </>
  )
}

interface CheckProps {
  readonly label: string
  readonly checked: boolean
  readonly onCheck: (isOn: boolean) => void
}

function Check({ label, checked, onCheck }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onCheck(event.currentTarget.checked)} />
      {label}
    </label>
  )
}
