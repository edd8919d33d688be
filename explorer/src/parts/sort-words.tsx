/** Options of the extension `sorting` for a sort key: case, nulls, and random order. */

import { valueKind } from '../../../src/vocabulary/scalar-types.ts'
import type { SortKey } from '../model/query-model.ts'
import type { DescribedAttribute } from '../model/schema.ts'
import { Chip, Select } from './controls.tsx'
import { Beyond, useExtension } from './extension.tsx'

interface SortWordsProps {
  readonly value: SortKey
  readonly attribute: DescribedAttribute | undefined
  readonly onChange: (key: SortKey) => void
  readonly label: string
}

const NULLS = [
  { value: '', label: 'empty anywhere' },
  { value: 'first', label: 'empty first' },
  { value: 'last', label: 'empty last' },
] as const

export function SortWords({ value, attribute, onChange, label }: SortWordsProps) {
  const isUsed = value.fold || value.nulls !== ''
  const isOn = useExtension('sorting')
  if (!isUsed && (!isOn || attribute?.kind !== 'scalar')) return null
  const isText = attribute?.kind === 'scalar' && ['text', 'choice'].includes(valueKind(attribute.type))
  return (
    <span class="sort-words">
      <Select
        label={`Empty values of ${label}`}
        value={value.nulls}
        options={NULLS}
        onChange={(nulls) => onChange({ ...value, nulls: nulls as SortKey['nulls'] })}
      />
      {(isText || value.fold) && (
        <Chip isOn={value.fold} onClick={() => onChange({ ...value, fold: !value.fold })}>
          Ignore case
        </Chip>
      )}
      {isUsed && <Beyond name="sorting" />}
    </span>
  )
}

interface RandomKeyProps {
  readonly seed: string
  readonly onChange: (seed: string) => void
  readonly aria: object
}

/** The same seed gives the same order, so that pages follow one another. */
export function RandomKey({ seed, onChange, aria }: RandomKeyProps) {
  return (
    <>
      <strong>Random order</strong>
      <label class="setting">
        <span class="setting-name">Seed</span>
        <input
          class="number"
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={seed}
          placeholder="monday"
          onInput={(event) => onChange(event.currentTarget.value.trim())}
          {...aria}
        />
      </label>
      <button type="button" class="button is-small" onClick={() => onChange(newSeed())}>
        Shuffle
      </button>
      <Beyond name="sorting" />
    </>
  )
}

export function newSeed(): string {
  return Math.random().toString(36).slice(2, 8)
}
