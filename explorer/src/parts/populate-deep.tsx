/**
 * Populates everything down to a number of levels, except for excluded attributes (extension `deep`). Populates by name
 * have precedence.
 */

import type { FunctionComponent } from 'preact'
import { useState } from 'preact/hooks'
import type { DeepPopulate } from '../model/query-model.ts'
import type { DescribedAttribute } from '../model/schema.ts'
import { AddButton } from './controls.tsx'
import { Beyond, useExtension } from './extension.tsx'
import { NumberInput } from './number-input.tsx'
import { PopulateEntries } from './populate-entries.tsx'
import { ExceptChips } from './populate-except.tsx'
import type { PopulateOptionsProps } from './populate-node.tsx'
import { Problem } from './problem.tsx'

interface PopulateDeepProps {
  readonly links: readonly DescribedAttribute[]
  readonly populate: DeepPopulate
  readonly onChange: (populate: DeepPopulate) => void
  readonly address: string
  readonly Options: FunctionComponent<PopulateOptionsProps>
}

export const DEEP_AT_FIRST: DeepPopulate = {
  kind: 'deep',
  levels: '1',
  limit: '',
  off: [],
  except: [],
  entries: [],
  asWritten: [],
}

export function PopulateDeep({ links, populate, onChange, address, Options }: PopulateDeepProps) {
  const hasPages = useExtension('nestedPages')
  const { levels, limit, off, except, entries, asWritten } = populate
  const [isNaming, setNaming] = useState(entries.length + asWritten.length > 0)
  const names = links.map(({ name }) => name)
  const set = (part: Partial<DeepPopulate>) => onChange({ ...populate, ...part })
  /** Paths can be left out where they were written; names are switched off, for which no other extension is needed. */
  const leaveOut = (next: readonly string[]) =>
    set({ off: next.filter((path) => !except.includes(path)), except: except.filter((path) => next.includes(path)) })
  return (
    <>
      <div class="settings">
        <NumberInput
          label="Relations deep"
          value={levels}
          placeholder="2"
          onInput={(next) => set({ levels: next.replaceAll(/\D/g, '') })}
          at={`${address}/**/levels`}
        />
        {(hasPages || limit !== '') && (
          <NumberInput
            label="Entries a list"
            value={limit}
            placeholder="all"
            onInput={(next) => set({ limit: next })}
            at={`${address}/**/limit`}
          />
        )}
        <Beyond name="deep" />
      </div>
      <Problem at={`${address}/**`} />
      <div class="setting">
        <span class="setting-name">Leave out</span>
        <ExceptChips names={names} except={[...off, ...except]} onChange={leaveOut} address={address} />
      </div>
      {isNaming || entries.length > 0 ? (
        <PopulateEntries
          links={links}
          entries={entries}
          asWritten={asWritten}
          onChange={set}
          address={address}
          Options={Options}
        />
      ) : (
        <div class="adds">
          <AddButton onClick={() => setNaming(true)}>Options for some of them</AddButton>
        </div>
      )}
    </>
  )
}
