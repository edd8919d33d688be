import { useState } from 'preact/hooks'
import { leavesOut, toggled, withMode } from '../model/fields-shown.ts'
import { attributesOf, isScalar } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { Chip, Segments } from './controls.tsx'
import { Beyond, useExtension } from './extension.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'

interface FieldsPickerProps {
  readonly uid: string
  readonly fields: readonly string[] | null
  readonly onChange: (fields: readonly string[] | null) => void
  readonly address: string
}

/** They are in every response. */
const ALWAYS: ReadonlySet<string> = new Set(['id', 'documentId'])

const MODES = [
  { value: 'show', label: 'Show' },
  { value: 'leave', label: 'Leave out' },
] as const

export function FieldsPicker({ uid, fields, onChange, address }: FieldsPickerProps) {
  const { description } = useStore()
  const hasExclude = useExtension('exclude')
  // For a list without names: whether the next one is left out.
  const [isLeaving, setLeaving] = useState(false)
  if (description.value === null) return null
  const names = attributesOf(description.value, uid)
    .filter(isScalar)
    .map(({ name }) => name)
  const leaves = fields === null ? isLeaving : leavesOut(fields, names)
  const shown = (fields ?? []).map((name) => (leaves ? name.slice(1) : name))
  const offered = names.filter((name) => !ALWAYS.has(name))
  const unknown = shown.filter((name) => !offered.includes(name))
  const choose = (mode: 'show' | 'leave') => {
    setLeaving(mode === 'leave')
    onChange(withMode(shown, mode === 'leave'))
  }
  return (
    <>
      {(hasExclude || leaves) && (
        <div class="settings">
          <Segments label="Show or leave out" value={leaves ? 'leave' : 'show'} options={MODES} onChange={choose} />
          {leaves && <Beyond name="exclude" />}
        </div>
      )}
      <fieldset class={`chips ${leaves ? 'is-leaving' : ''}`} aria-label="Fields">
        <Chip isOn={fields === null} onClick={() => onChange(null)}>
          All fields
        </Chip>
        {[...offered, ...unknown].map((name) => (
          <Field
            key={name}
            name={name}
            isOn={shown.includes(name)}
            at={`${address}/${leaves ? `-${name}` : name}`}
            toggle={() => onChange(toggled(shown, name, leaves))}
          />
        ))}
      </fieldset>
    </>
  )
}

interface FieldProps {
  readonly name: string
  readonly isOn: boolean
  readonly at: string
  readonly toggle: () => void
}

function Field({ name, isOn, at, toggle }: FieldProps) {
  const problem = useProblem(at)
  return (
    <>
      <Chip isOn={isOn} onClick={toggle} aria={invalid(problem, at)}>
        {name}
      </Chip>
      <Problem at={at} />
    </>
  )
}

export function fieldsSummary(fields: readonly string[] | null): string {
  if (fields === null) return 'all'
  if (fields.length === 0) return 'identifiers alone'
  return leavesOut(fields, []) ? `all but ${fields.length}` : `${fields.length} chosen`
}
