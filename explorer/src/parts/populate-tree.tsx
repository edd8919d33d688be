/** Populated relations, level by level. */

import type { FunctionComponent } from 'preact'
import { NO_POPULATE, POPULATE_ALL, type Populate } from '../model/query-model.ts'
import { attributesOf, isScalar } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { Segments } from './controls.tsx'
import { useExtension } from './extension.tsx'
import { DEEP_AT_FIRST, PopulateDeep } from './populate-deep.tsx'
import { PopulateEntries } from './populate-entries.tsx'
import { LeaveOut } from './populate-except.tsx'
import type { PopulateOptionsProps } from './populate-node.tsx'

interface PopulateTreeProps {
  readonly uid: string
  readonly populate: Populate
  readonly onChange: (populate: Populate) => void
  readonly address: string
  readonly label: string
  readonly Options: FunctionComponent<PopulateOptionsProps>
}

const MODES = [
  { value: 'none', label: 'Nothing' },
  { value: 'all', label: 'Everything' },
  { value: 'some', label: 'Choose' },
] as const

const DEEP_MODE = { value: 'deep', label: 'To a depth' } as const

/** The initial value of each. */
const BEGINNINGS: Readonly<Record<Populate['kind'], Populate>> = {
  none: NO_POPULATE,
  all: POPULATE_ALL,
  deep: DEEP_AT_FIRST,
  some: { kind: 'some', entries: [], asWritten: [] },
}

export function PopulateTree({ uid, populate, onChange, address, label, Options }: PopulateTreeProps) {
  const description = useStore().description.value
  const hasDeep = useExtension('deep')
  if (description === null) return null
  const links = attributesOf(description, uid).filter((attribute) => !isScalar(attribute))
  if (links.length === 0 && populate.kind === 'none') return <p class="quiet">There is nothing to populate here.</p>
  return (
    <div class="populate">
      <Segments
        label={label}
        value={populate.kind}
        options={hasDeep || populate.kind === 'deep' ? [...MODES, DEEP_MODE] : MODES}
        onChange={(kind) => onChange(BEGINNINGS[kind])}
      />
      {populate.kind === 'all' && (
        <LeaveOut
          names={links.map(({ name }) => name)}
          except={populate.except}
          onChange={(except) => onChange({ ...populate, except })}
          address={address}
        />
      )}
      {populate.kind === 'deep' && (
        <PopulateDeep links={links} populate={populate} onChange={onChange} address={address} Options={Options} />
      )}
      {populate.kind === 'some' && (
        <PopulateEntries
          links={links}
          entries={populate.entries}
          asWritten={populate.asWritten}
          onChange={(part) => onChange({ ...populate, ...part })}
          address={address}
          Options={Options}
        />
      )}
    </div>
  )
}

export function populateSummary(populate: Populate): string {
  switch (populate.kind) {
    case 'none':
      return 'nothing'
    case 'all':
      return `everything, one level${butSome(populate.except.length)}`
    case 'deep':
      return `everything, ${populate.levels || 2} deep${butSome(populate.except.length + populate.off.length)}`
    case 'some':
      return populate.entries.length === 0 ? 'nothing' : populate.entries.map(({ name }) => name).join(', ')
  }
}

function butSome(count: number): string {
  return count === 0 ? '' : `, but ${count}`
}
