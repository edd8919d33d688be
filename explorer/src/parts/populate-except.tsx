/** Names that are left out of everything (extension `exclude`). */

import { Chip } from './controls.tsx'
import { Beyond, useExtension } from './extension.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'

interface LeaveOutProps {
  readonly names: readonly string[]
  readonly except: readonly string[]
  readonly onChange: (except: readonly string[]) => void
  readonly address: string
}

export function LeaveOut({ names, except, onChange, address }: LeaveOutProps) {
  const isOn = useExtension('exclude')
  if (!isOn && except.length === 0) return null
  return (
    <div class="setting">
      <span class="setting-name">Leave out</span>
      <ExceptChips names={names} except={except} onChange={onChange} address={address} />
      {except.length > 0 && <Beyond name="exclude" />}
    </div>
  )
}

export function ExceptChips({ names, except, onChange, address }: LeaveOutProps) {
  const unknown = except.filter((name) => !names.includes(name))
  const toggle = (name: string) =>
    onChange(except.includes(name) ? except.filter((one) => one !== name) : [...except, name])
  return (
    <fieldset class="chips is-leaving" aria-label="Leave out">
      {[...names, ...unknown].map((name) => (
        <ExceptChip
          key={name}
          name={name}
          isOn={except.includes(name)}
          onClick={() => toggle(name)}
          at={`${address}/-${name}`}
        />
      ))}
    </fieldset>
  )
}

interface ExceptChipProps {
  readonly name: string
  readonly isOn: boolean
  readonly onClick: () => void
  readonly at: string
}

function ExceptChip({ name, isOn, onClick, at }: ExceptChipProps) {
  const problem = useProblem(at)
  return (
    <>
      <Chip isOn={isOn} onClick={onClick} aria={invalid(problem, at)}>
        {name}
      </Chip>
      <Problem at={at} />
    </>
  )
}
