import { attributesOf, isScalar } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { Chip } from './controls.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'

interface FieldsPickerProps {
  readonly uid: string
  readonly fields: readonly string[] | null
  readonly onChange: (fields: readonly string[] | null) => void
  readonly address: string
}

/** They are in every response. */
const ALWAYS: ReadonlySet<string> = new Set(['id', 'documentId'])

export function FieldsPicker({ uid, fields, onChange, address }: FieldsPickerProps) {
  const { description } = useStore()
  if (description.value === null) return null
  const known = attributesOf(description.value, uid).filter(isScalar)
  const names = known.map(({ name }) => name).filter((name) => !ALWAYS.has(name))
  const unknown = (fields ?? []).filter((name) => !names.includes(name))
  const toggle = (name: string) => {
    const chosen = fields ?? []
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]
    onChange(next.length === 0 ? null : next)
  }
  return (
    <fieldset class="chips" aria-label="Fields">
      <Chip isOn={fields === null} onClick={() => onChange(null)}>
        All fields
      </Chip>
      {[...names, ...unknown].map((name) => (
        <Field
          key={name}
          name={name}
          isOn={fields?.includes(name) ?? false}
          at={`${address}/${name}`}
          toggle={toggle}
        />
      ))}
    </fieldset>
  )
}

interface FieldProps {
  readonly name: string
  readonly isOn: boolean
  readonly at: string
  readonly toggle: (name: string) => void
}

function Field({ name, isOn, at, toggle }: FieldProps) {
  const problem = useProblem(at)
  return (
    <>
      <Chip isOn={isOn} onClick={() => toggle(name)} aria={invalid(problem, at)}>
        {name}
      </Chip>
      <Problem at={at} />
    </>
  )
}

export function fieldsSummary(fields: readonly string[] | null): string {
  if (fields === null) return 'all'
  return fields.length === 0 ? 'identifiers alone' : `${fields.length} chosen`
}
