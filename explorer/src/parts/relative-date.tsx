/** A date relative to now, in words: 7 days ago, 1 month from now, today. */

import { keysOf } from '../../../src/vocabulary/keys-of.ts'
import { type RelativeDate, readRelative, UNITS, type Unit, writeRelative } from '../model/relative-date.ts'
import { IconButton, type Option, Select } from './controls.tsx'
import { Beyond } from './extension.tsx'

interface RelativeInputProps {
  readonly value: string
  readonly onInput: (text: string) => void
  readonly label: string
  readonly aria: object
}

/** The initial value. */
export const A_WEEK_AGO = '$today(-7d)'

const BASES: readonly Option[] = [
  { value: 'today', label: 'today' },
  { value: 'now', label: 'now' },
]

const OFFSETS: readonly Option[] = ['before', 'after'].flatMap((side) =>
  keysOf(UNITS).map((unit) => ({
    value: side === 'before' ? `-${unit}` : unit,
    label: `${UNITS[unit]} ${side}`,
  })),
)

export function RelativeInput({ value, onInput, label, aria }: RelativeInputProps) {
  const date = readRelative(value)
  if (date === null) return <AsText value={value} onInput={onInput} label={label} aria={aria} />
  const set = (part: Partial<RelativeDate>) => onInput(writeRelative({ ...date, ...part }))
  return (
    <span class="relative">
      <input
        class="amount"
        type="text"
        inputMode="numeric"
        aria-label={`${label}: amount`}
        placeholder="0"
        value={date.amount}
        onInput={(event) => set({ amount: event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 4) })}
        {...aria}
      />
      <Select
        label={`${label}: unit`}
        value={`${date.isAgo ? '-' : ''}${date.unit}`}
        options={OFFSETS}
        onChange={(next) => set({ unit: next.replace('-', '') as Unit, isAgo: next.startsWith('-') })}
      />
      <Select
        label={`${label}: relative to`}
        value={date.base}
        options={BASES}
        onChange={(base) => set({ base: base as RelativeDate['base'] })}
      />
      <IconButton icon="calendar" label="Another date" onClick={() => onInput('')} />
      <Beyond name="dates" />
    </span>
  )
}

/** An invalid one is shown as typed. */
function AsText({ value, onInput, label, aria }: RelativeInputProps) {
  return (
    <input
      class="grows"
      type="text"
      aria-label={label}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
      {...aria}
    />
  )
}
