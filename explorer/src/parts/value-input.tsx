/** The values of a condition: as many inputs as its operator takes, of the kind that its field has. */

import { valueKind } from '../../../src/vocabulary/scalar-types.ts'
import { shapeOf } from '../model/filter-operators.ts'
import { inputFor, placeholderFor } from '../model/operators-for.ts'
import type { Comparison } from '../model/query-model.ts'
import { isRelative } from '../model/relative-date.ts'
import type { DescribedAttribute } from '../model/schema.ts'
import { AddButton, IconButton, Select } from './controls.tsx'
import { useExtension } from './extension.tsx'
import { A_WEEK_AGO, RelativeInput } from './relative-date.tsx'

interface ValuesProps {
  readonly comparison: Comparison
  /** Null: of a related entry itself. */
  readonly attribute: DescribedAttribute | null | undefined
  readonly onChange: (values: readonly string[]) => void
  readonly label: string
  readonly aria: object
}

export function ValueInputs(props: ValuesProps) {
  const { comparison, onChange } = props
  const { operator, values } = comparison
  const shape = shapeOf(operator)
  // The operator takes no value.
  if (shape === 'flag' && values[0] === 'true') return null
  if (shape === 'list') return <ListInput {...props} />
  if (shape === 'pair') {
    const [low = '', high = ''] = values
    const pair = (next: readonly string[]) => onChange(next.every((text) => text === '') ? [] : next)
    return (
      <span class="values">
        <ValueInput {...props} value={low} onInput={(text) => pair([text, high])} name="from" />
        <span class="word">and</span>
        <ValueInput {...props} value={high} onInput={(text) => pair([low, text])} name="to" />
      </span>
    )
  }
  return (
    <ValueInput
      {...props}
      value={values[0] ?? ''}
      onInput={(text) => onChange(text === '' ? [] : [text])}
      name="value"
    />
  )
}

function ListInput(props: ValuesProps) {
  const { values } = props.comparison
  const shown = values.length === 0 ? [''] : values
  const replace = (index: number, text: string) => {
    const next = shown.map((one, position) => (position === index ? text : one))
    props.onChange(next.length === 1 && next[0] === '' ? [] : next)
  }
  return (
    <span class="values is-list">
      {shown.map((value, index) => (
        <span class="value" key={index}>
          <ValueInput {...props} value={value} onInput={(text) => replace(index, text)} name={`value ${index + 1}`} />
          {shown.length > 1 && (
            <IconButton
              icon="close"
              label={`Remove value ${index + 1}`}
              onClick={() => props.onChange(shown.filter((_, position) => position !== index))}
            />
          )}
        </span>
      ))}
      <AddButton onClick={() => props.onChange([...shown, ''])}>Value</AddButton>
    </span>
  )
}

interface ValueInputProps extends ValuesProps {
  readonly value: string
  readonly onInput: (text: string) => void
  readonly name: string
}

function ValueInput(props: ValueInputProps) {
  const { attribute, value, onInput, label, name, aria } = props
  const hasDates = useExtension('dates')
  if (!isDateLike(attribute)) return <PlainInput {...props} />
  if (isRelative(value)) {
    return <RelativeInput value={value} onInput={onInput} label={`${label}: ${name}`} aria={aria} />
  }
  if (!hasDates) return <PlainInput {...props} />
  return (
    <span class="dated">
      <PlainInput {...props} />
      <IconButton icon="clock" label={`${label}: ${name}: relative to now`} onClick={() => onInput(A_WEEK_AGO)} />
    </span>
  )
}

function isDateLike(attribute: DescribedAttribute | null | undefined): boolean {
  return attribute?.kind === 'scalar' && ['date', 'moment'].includes(valueKind(attribute.type))
}

function PlainInput({ comparison, attribute, value, onInput, label, name, aria }: ValueInputProps) {
  const kind = inputFor(attribute, comparison.operator)
  const shared = { value, 'aria-label': `${label}: ${name}`, ...aria }
  if (kind === 'boolean' || kind === 'choice') {
    const known = attribute?.kind === 'scalar' && kind === 'choice' ? (attribute.enum ?? []) : ['true', 'false']
    const options = known.includes(value) || value === '' ? known : [value, ...known]
    return (
      <Select
        class="grows"
        label={`${label}: ${name}`}
        value={value}
        options={[...(value === '' ? [{ value: '', label: 'choose…' }] : []), ...options.map(asOption)]}
        onChange={onInput}
        aria={aria}
      />
    )
  }
  const rest = {
    ...shared,
    class: 'grows',
    placeholder: comparison.values.length > 0 && value === '' ? '(empty text)' : placeholderFor(attribute),
    autocomplete: 'off',
    spellcheck: false,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onInput(event.currentTarget.value),
  }
  // A date input would not show an invalid date.
  if (kind === 'date' && /^$|^\d{4}-\d\d-\d\d$/.test(value)) return <input type="date" {...rest} />
  return <input type="text" inputMode={kind === 'number' ? 'decimal' : 'text'} {...rest} />
}

function asOption(value: string) {
  return { value, label: value }
}
