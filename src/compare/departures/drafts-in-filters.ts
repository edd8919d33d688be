/**
 * Filters and sorts through a relation to entries with drafts: Strapi reads both of their versions, whatever the
 * status.
 */

import { hasDrafts } from '../../schema/models.ts'
import type { Pair } from '../query-pairs.ts'
import { type Pairing, typeOf } from './pairing.ts'
import { type FilterUse, filterUses, type QueryStep, sortNames, stepsAlong } from './query-steps.ts'
import type { Servers } from './servers.ts'
import { allEntries, allIds, sameSet } from './whole-list.ts'

/**
 * Exactly one filter goes from rows without versions to rows with versions. With two, each could have matched another
 * version.
 */
export function filtersThroughVersions(pairing: Pairing): boolean {
  // The values of a list belong to one filter: `[$in][0]`, `[$in][1]`.
  const filters = new Set(crossings(pairing).map(({ pair }) => pair.keys.join('[').replace(/\[\d*$/, '')))
  return typeOf(pairing)?.draftAndPublish === false && filters.size === 1
}

function crossings(pairing: Pairing): readonly FilterUse[] {
  return filterUses(pairing).filter(({ steps }) => crosses(steps, pairing))
}

/** Other locales of an entry are rows of the same document; Strapi reads both of their versions, too. */
function crosses(steps: readonly QueryStep[], { schema }: Pairing): boolean {
  return steps.some(({ model, attribute }) => {
    if (attribute.kind === 'localizations') return true
    const target = attribute.kind === 'relation' ? schema.contentTypes.get(attribute.target) : undefined
    return target?.draftAndPublish === true && !hasDrafts(model)
  })
}

/** Whether a sort key goes from rows without versions to rows with versions. */
export function sortsThroughVersions(pairing: Pairing): boolean {
  const type = typeOf(pairing)
  return type !== null && sortNames(pairing.pairs).some((names) => crosses(stepsAlong(names, type, pairing), pairing))
}

/** Whether both return the same entries in the same order if the sort is removed. */
export async function sameWithoutSort(pairing: Pairing, { strapi, lectern }: Servers): Promise<boolean> {
  const [theirs, ours] = [
    await allEntries(pairing.pairs, pairing, strapi),
    await allEntries(pairing.pairs, pairing, lectern),
  ]
  if (theirs === null || ours === null) return false
  return theirs.length > 0 && theirs.map(({ id }) => id).join() === ours.map(({ id }) => id).join()
}

/** Whether Strapi finds the entries that Lectern finds through published rows or through drafts. */
export async function foundThroughOtherVersion(pairing: Pairing, { strapi, lectern }: Servers): Promise<boolean> {
  const by = (pairs: readonly Pair[], status: string) => allIds(withStatus(pairs, status), pairing, lectern)
  const found = await allIds(pairing.pairs, pairing, strapi)
  const [published, drafts] = [await by(pairing.pairs, 'published'), await by(pairing.pairs, 'draft')]
  if (found === null || published === null || drafts === null) return false
  const [use] = crossings(pairing)
  if (use === undefined || !holdsOfNone(use)) return sameSet(found, new Set([...published, ...drafts]))
  // Entries without a related row match, too; for Strapi these are entries for which neither version exists.
  const none = withoutRelated(pairing.pairs, use)
  const [unpublished, undrafted] = [await by(none, 'published'), await by(none, 'draft')]
  if (unpublished === null || undrafted === null) return false
  return sameSet(found, throughEither({ published, drafts, unpublished, undrafted }))
}

interface DocumentSets {
  readonly published: ReadonlySet<string>
  readonly drafts: ReadonlySet<string>
  /** Entries whose relation leads to no published row, and entries whose relation leads to no draft. */
  readonly unpublished: ReadonlySet<string>
  readonly undrafted: ReadonlySet<string>
}

function throughEither({ published, drafts, unpublished, undrafted }: DocumentSets): ReadonlySet<string> {
  return new Set([
    ...[...published].filter((id) => !unpublished.has(id)),
    ...[...drafts].filter((id) => !undrafted.has(id)),
    ...[...unpublished].filter((id) => undrafted.has(id)),
  ])
}

/** `filters[author][name][$null]=true` also matches entries without an author. */
function holdsOfNone({ pair: { keys, value } }: FilterUse): boolean {
  return (keys.at(-1) === '$null' && value === 'true') || (keys.at(-1) === '$notNull' && value === 'false')
}

function withoutRelated(pairs: readonly Pair[], { pair, steps }: FilterUse): readonly Pair[] {
  const relation = steps[0]?.attribute.name ?? ''
  const keys = [...pair.keys.slice(0, pair.keys.indexOf(relation) + 1), 'id', '$null']
  return pairs.map((each) => (each === pair ? { keys, value: 'true' } : each))
}

function withStatus(pairs: readonly Pair[], status: string): readonly Pair[] {
  return [...pairs.filter(({ keys: [root] }) => root !== 'status'), { keys: ['status'], value: status }]
}
