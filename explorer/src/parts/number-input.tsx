import { invalid, Problem, useProblem } from './problem.tsx'

interface NumberProps {
  readonly label: string
  readonly value: string
  readonly placeholder: string
  readonly onInput: (text: string) => void
  readonly at: string
}

/** A text input, so that invalid numbers are shown as typed. */
export function NumberInput({ label, value, placeholder, onInput, at }: NumberProps) {
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
