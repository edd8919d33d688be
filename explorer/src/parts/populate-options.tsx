/** How an attribute is populated: fields, filters, sort, nested populate; for a dynamic zone, each component. */

import { NO_POPULATE, POPULATE_ALL, type PopulateEntry, plainEntry } from '../model/query-model.ts'
import { type DescribedUnion, isScalar, isUnion } from '../model/schema.ts'
import { AsWritten } from './as-written.tsx'
import { FieldsPicker } from './fields-picker.tsx'
import { FilterList } from './filter-list.tsx'
import { NestedPages } from './nested-pages.tsx'
import { Part } from './part.tsx'
import { PopulateNode, type PopulateOptionsProps } from './populate-node.tsx'
import { PopulateTree } from './populate-tree.tsx'
import { SortList } from './sort-list.tsx'
import { moveInTree } from './tree-keys.ts'

export function PopulateOptions({ attribute, entry, onChange, at }: PopulateOptionsProps) {
  if (isScalar(attribute)) return null
  if (isUnion(attribute)) return <UnionOptions attribute={attribute} entry={entry} onChange={onChange} at={at} />
  const isOrdered = attribute.many && (attribute.kind === 'relation' || attribute.kind === 'morphInverse')
  const counts = attribute.many && attribute.kind !== 'media' && attribute.kind !== 'localizations'
  return (
    <ModelOptions
      uid={attribute.target}
      entry={entry}
      onChange={onChange}
      at={at}
      isOrdered={isOrdered}
      counts={counts}
      isList={attribute.many}
    />
  )
}

interface ModelOptionsProps extends Omit<PopulateOptionsProps, 'attribute'> {
  readonly uid: string
  readonly isOrdered: boolean
  readonly counts: boolean
  readonly isList: boolean
}

function ModelOptions({ uid, entry, onChange, at, isOrdered, counts, isList }: ModelOptionsProps) {
  const set = (part: Partial<PopulateEntry>) => onChange({ ...entry, ...part })
  return (
    <>
      <Part title="Fields">
        <FieldsPicker uid={uid} fields={entry.fields} onChange={(fields) => set({ fields })} address={`${at}/fields`} />
      </Part>
      <Part title="Filters">
        <FilterList
          subject={{ kind: 'entries', uid, inside: false }}
          items={entry.filters}
          onChange={(filters) => set({ filters })}
          address={`${at}/filters`}
          where={` to ${entry.name}`}
        />
      </Part>
      {(isOrdered || entry.sort.length > 0) && (
        <Part title="Sort">
          <SortList uid={uid} sort={entry.sort} onChange={(sort) => set({ sort })} address={`${at}/sort`} />
        </Part>
      )}
      <NestedPages entry={entry} onChange={onChange} at={at} isList={isList} />
      <Part title="Populate">
        <PopulateTree
          uid={uid}
          populate={entry.populate}
          onChange={(populate) => set({ populate })}
          address={`${at}/populate`}
          label={`What ${entry.name} leads on to`}
          Options={PopulateOptions}
        />
      </Part>
      {(counts || entry.count) && (
        <label class="check">
          <input
            type="checkbox"
            checked={entry.count}
            onChange={(event) => set({ count: event.currentTarget.checked })}
          />
          Only how many there are
        </label>
      )}
      <AsWritten asWritten={entry.asWritten} onChange={(asWritten) => set({ asWritten })} />
    </>
  )
}

interface UnionOptionsProps extends Omit<PopulateOptionsProps, 'attribute'> {
  readonly attribute: DescribedUnion
}

/** Choosing one of them writes `on`; without any, all are shown without options. */
function UnionOptions({ attribute, entry, onChange, at }: UnionOptionsProps) {
  const on = entry.on ?? []
  const set = (uid: string, one: PopulateEntry | null) => {
    const isNew = one !== null && !on.some(({ name }) => name === uid)
    const changed = on.flatMap((known) => (known.name !== uid ? [known] : one === null ? [] : [one]))
    const next = isNew ? [...changed, one] : changed
    onChange({ ...entry, on: next.length === 0 ? null : next })
  }
  const uids = [...attribute.targets, ...on.map(({ name }) => name).filter((uid) => !attribute.targets.includes(uid))]
  return (
    <>
      <Part title={attribute.kind === 'dynamiczone' ? 'Components' : 'Types'}>
        <fieldset class="tree" aria-label={`Shown of ${entry.name}`} onKeyDown={moveInTree}>
          {uids.map((uid) => (
            <PopulateNode
              key={uid}
              name={uid}
              attribute={{ kind: 'component', name: uid, target: uid, many: false }}
              entry={on.find(({ name }) => name === uid) ?? null}
              onChange={(one) => set(uid, one)}
              onCheck={(isOn) => set(uid, isOn ? plainEntry(uid) : null)}
              at={`${at}/on/${uid}`}
              Options={PopulateOptions}
            />
          ))}
        </fieldset>
      </Part>
      <NestedPages entry={entry} onChange={onChange} at={at} isList={attribute.many} />
      {on.length === 0 && (
        <label class="check">
          <input
            type="checkbox"
            checked={entry.populate.kind === 'all'}
            onChange={(event) =>
              onChange({ ...entry, populate: event.currentTarget.checked ? POPULATE_ALL : NO_POPULATE })
            }
          />
          Everything that each of them leads on to
        </label>
      )}
      <AsWritten asWritten={entry.asWritten} onChange={(asWritten) => onChange({ ...entry, asWritten })} />
    </>
  )
}
