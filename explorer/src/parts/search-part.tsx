/** The search box: in every text, as Strapi searches; or by words, where the extension is on. */

import { ALL_WORDS, type FullText, SHOWN_MATCHES } from '../model/full-text.ts'
import type { PartProps } from './builder-props.ts'
import { Beyond, useExtension } from './extension.tsx'

export function SearchPart({ request, set }: PartProps) {
  const { search, fullText } = request.query
  const isOn = useExtension('search') || fullText !== null
  const title = fullText === null ? 'Search in every text' : 'Search words'
  return (
    <>
      <input
        class="grows"
        type="search"
        aria-label={title}
        placeholder={`${title} (${fullText === null ? '_q' : '_q[text]'})`}
        value={search}
        onInput={(event) => set({ search: event.currentTarget.value })}
      />
      {isOn && <FullTextPart fullText={fullText} onChange={(next) => set({ fullText: next })} />}
    </>
  )
}

interface FullTextProps {
  readonly fullText: FullText | null
  readonly onChange: (fullText: FullText | null) => void
}

function FullTextPart({ fullText, onChange }: FullTextProps) {
  return (
    <>
      <Check label="By words" checked={fullText !== null} onCheck={(isOn) => onChange(isOn ? ALL_WORDS : null)} />
      {fullText !== null && (
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
              onCheck={(isOn) =>
                onChange({
                  ...fullText,
                  show: SHOWN_MATCHES.filter((one) => (one === name ? isOn : fullText.show.includes(one))),
                })
              }
            />
          ))}
          <Beyond name="search" />
        </>
      )}
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
