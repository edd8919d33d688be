/** Attributes that can be populated here, with a check box and options each. */

import type { FunctionComponent } from 'preact'
import { type AsWrittenPart, type PopulateEntry, plainEntry } from '../model/query-model.ts'
import type { DescribedAttribute } from '../model/schema.ts'
import { AsWritten } from './as-written.tsx'
import { PopulateNode, type PopulateOptionsProps } from './populate-node.tsx'
import { moveInTree } from './tree-keys.ts'

interface Named {
  readonly entries: readonly PopulateEntry[]
  readonly asWritten: readonly AsWrittenPart[]
}

interface PopulateEntriesProps extends Named {
  readonly links: readonly DescribedAttribute[]
  readonly onChange: (part: Partial<Named>) => void
  readonly address: string
  readonly Options: FunctionComponent<PopulateOptionsProps>
}

export function PopulateEntries({ links, entries, asWritten, onChange, address, Options }: PopulateEntriesProps) {
  const unknown = entries.filter(({ name }) => !links.some((attribute) => attribute.name === name))
  const set = (name: string, entry: PopulateEntry | null) => {
    const isNew = entry !== null && !entries.some((one) => one.name === name)
    const changed = entries.flatMap((one) => (one.name !== name ? [one] : entry === null ? [] : [entry]))
    onChange({ entries: isNew ? [...changed, entry] : changed })
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
      <AsWritten asWritten={asWritten} onChange={(next) => onChange({ asWritten: next })} address={address} />
    </fieldset>
  )
}
