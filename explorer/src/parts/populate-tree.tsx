/** What is populated, level by level. */

import type { FunctionComponent } from 'preact'
import { type Populate, type PopulateEntry, plainEntry } from '../model/query-model.ts'
import { attributesOf, type DescribedAttribute, isScalar } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { AsWritten } from './as-written.tsx'
import { Segments } from './controls.tsx'
import { PopulateNode, type PopulateOptionsProps } from './populate-node.tsx'
import { moveInTree } from './tree-keys.ts'

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

export function PopulateTree({ uid, populate, onChange, address, label, Options }: PopulateTreeProps) {
  const description = useStore().description.value
  if (description === null) return null
  const links = attributesOf(description, uid).filter((attribute) => !isScalar(attribute))
  if (links.length === 0 && populate.kind !== 'some') return <p class="quiet">Nothing leads on from here.</p>
  return (
    <div class="populate">
      <Segments
        label={label}
        value={populate.kind}
        options={MODES}
        onChange={(kind) => onChange(kind === 'some' ? { kind, entries: [], asWritten: [] } : { kind })}
      />
      {populate.kind === 'some' && (
        <Entries links={links} populate={populate} onChange={onChange} address={address} Options={Options} />
      )}
    </div>
  )
}

interface EntriesProps {
  readonly links: readonly DescribedAttribute[]
  readonly populate: Extract<Populate, { readonly kind: 'some' }>
  readonly onChange: (populate: Populate) => void
  readonly address: string
  readonly Options: FunctionComponent<PopulateOptionsProps>
}

function Entries({ links, populate, onChange, address, Options }: EntriesProps) {
  const { entries, asWritten } = populate
  const unknown = entries.filter(({ name }) => !links.some((attribute) => attribute.name === name))
  const set = (name: string, entry: PopulateEntry | null) => {
    const isNew = entry !== null && !entries.some((one) => one.name === name)
    const changed = entries.flatMap((one) => (one.name !== name ? [one] : entry === null ? [] : [entry]))
    onChange({ ...populate, entries: isNew ? [...changed, entry] : changed })
  }
  return (
    <fieldset class="tree" aria-label="Relations, media and components" onKeyDown={moveInTree}>
      {[...links, ...unknown].map((attribute) => (
        <PopulateNode
          key={attribute.name}
          name={attribute.name}
          attribute={'kind' in attribute ? attribute : null}
          entry={entries.find(({ name }) => name === attribute.name) ?? null}
          onChange={(entry) => set(attribute.name, entry)}
          onCheck={(isOn) => set(attribute.name, isOn ? plainEntry(attribute.name) : null)}
          at={`${address}/${attribute.name}`}
          Options={Options}
        />
      ))}
      <AsWritten
        asWritten={asWritten}
        onChange={(next) => onChange({ ...populate, asWritten: next })}
        address={address}
      />
    </fieldset>
  )
}

export function populateSummary(populate: Populate): string {
  if (populate.kind === 'none') return 'nothing'
  if (populate.kind === 'all') return 'everything, one level'
  return populate.entries.length === 0 ? 'nothing' : populate.entries.map(({ name }) => name).join(', ')
}
