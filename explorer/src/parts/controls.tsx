/** The few controls that everything else is made of. */

import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Icon, type IconName } from './icon.tsx'

export interface Option {
  readonly value: string
  readonly label: string
  readonly group?: string
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
  readonly class?: string
  readonly aria?: object
}

export function Select({ label, value, options, onChange, class: kind = '', aria = {} }: SelectProps) {
  const groups = [...new Set(options.map(({ group }) => group))]
  return (
    <span class={`select ${kind}`}>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} {...aria}>
        {groups.map((group) => {
          const inside = options.filter((option) => option.group === group)
          return group === undefined ? inside.map(optionOf) : <optgroup label={group}>{inside.map(optionOf)}</optgroup>
        })}
      </select>
      <Icon name="chevron" />
    </span>
  )
}

function optionOf({ value, label }: Option) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  )
}

interface IconButtonProps {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
  readonly disabled?: boolean
}

export function IconButton({ icon, label, onClick, disabled = false }: IconButtonProps) {
  return (
    <button type="button" class="icon-button" aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  )
}

interface AddButtonProps {
  readonly children: ComponentChildren
  readonly onClick: () => void
  /** For people who hear the page: what is added where. */
  readonly label?: string
}

export function AddButton({ children, onClick, label }: AddButtonProps) {
  return (
    <button type="button" class="add" onClick={onClick} {...(label === undefined ? {} : { 'aria-label': label })}>
      <Icon name="add" />
      {children}
    </button>
  )
}

interface SegmentsProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}

/** One of a few: radio buttons, so that arrow keys work as everywhere. */
export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  const name = useId()
  return (
    <fieldset class="segments" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} class={option.value === value ? 'is-on' : ''}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

interface ChipProps {
  readonly isOn: boolean
  readonly children: ComponentChildren
  readonly onClick: () => void
  readonly aria?: object
}

export function Chip({ isOn, children, onClick, aria = {} }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={onClick} {...aria}>
      {isOn && <Icon name="check" />}
      {children}
    </button>
  )
}
