/**
 * What switching Draft & Publish and locales does to the content of the model, said once more and as plainly as can be:
 * row by row and link by link.
 */

import { type Link, Model, type Part, type Row, type Status } from '../writes/model.ts'
import type { TypeShape, World } from '../writes/random-schema.ts'

const DEFAULT_LOCALE = 'en'

/** Other rows for those of a type, and links between them. */
interface Content {
  readonly rows: readonly Row[]
  readonly links: readonly Link[]
}

/** A model with the same content in the other world, whose types differ in drafts and locales only. */
export function switchModel(before: Model, world: World): Model {
  let types = before.world.types
  let content: Content = before
  const each = (isMeant: (from: TypeShape, to: TypeShape) => boolean, become: Partial<TypeShape>, work: Work) => {
    for (const [type, to] of world.types.entries()) {
      const from = types[type]
      if (from === undefined || !isMeant(from, to)) continue
      content = work({ ...content, type, shapes: types, world })
      types = types.with(type, { ...from, ...become })
    }
  }
  each((from, to) => from.localized && !to.localized, { localized: false }, localesOff)
  each((from, to) => from.draftAndPublish && !to.draftAndPublish, { draftAndPublish: false }, draftsOff)
  each((from, to) => !from.localized && to.localized, { localized: true }, localesOn)
  each((from, to) => !from.draftAndPublish && to.draftAndPublish, { draftAndPublish: true }, draftsOn)
  const after = new Model(world)
  after.rows = [...content.rows]
  after.links = [...content.links]
  return after
}

interface Situation extends Content {
  readonly type: number
  /** As they are before this switch. */
  readonly shapes: readonly TypeShape[]
  readonly world: World
}

type Work = (situation: Situation) => Content

const isOf = (type: number) => (row: Row) => row.type === type
const isSameDocument = (a: Row, b: Row) => a.type === b.type && a.document === b.document

function localesOn({ rows, links, type }: Situation): Content {
  const twins = new Map(rows.filter(isOf(type)).map((row) => [row, { ...row, locale: DEFAULT_LOCALE }]))
  return replaced({ rows, links }, twins)
}

/** Each row becomes its twin, wherever it is. */
function replaced({ rows, links }: Content, twins: ReadonlyMap<Row, Row>): Content {
  const twin = (row: Row) => twins.get(row) ?? row
  const after = rows.map(twin)
  for (const row of after) rewriteParts(row, (targets) => targets.map(twin))
  return { rows: after, links: links.map((link) => ({ ...link, owner: twin(link.owner), target: twin(link.target) })) }
}

function rewriteParts(row: Row, change: (targets: readonly Row[]) => readonly Row[]): void {
  const rewrite = (part: Part): Part => ({ ...part, targets: change(part.targets), leaves: part.leaves.map(rewrite) })
  const { part, leaves, zone } = row.values
  row.values = { ...row.values, part: part.map(rewrite), leaves: leaves.map(rewrite), zone: zone.map(rewrite) }
}

/** In which versions of the content a row was seen. */
function seen({ shapes }: Situation, row: Row): readonly Status[] {
  return shapes[row.type]?.draftAndPublish === true ? [row.status] : ['draft', 'published']
}

function draftsOn(situation: Situation): Content {
  const { rows, links, type } = situation
  const published = new Map(rows.filter(isOf(type)).map((row) => [row, { ...row, status: 'published' as const }]))
  const drafts = new Map(rows.filter(isOf(type)).map((row) => [row, { ...row, status: 'draft' as const }]))
  const version = (row: Row, status: Status) => (status === 'draft' ? drafts : published).get(row) ?? row
  const both = (a: Row, b: Row) => seen(situation, a).filter((status) => seen(situation, b).includes(status))
  const moved: Link[] = []
  const added: Link[] = []
  for (const link of links) {
    const statuses = both(link.owner, link.target)
    const as = (status: Status) => ({
      ...link,
      owner: version(link.owner, status),
      target: version(link.target, status),
    })
    const first = statuses.includes('published') ? as('published') : statuses.includes('draft') ? as('draft') : link
    moved.push(first)
    const second = statuses.length === 2 ? as('draft') : first
    if (second.owner !== first.owner || second.target !== first.target) added.push(second)
  }
  for (const row of rows.filter((other) => other.type !== type)) {
    rewriteParts(row, (targets) =>
      targets.flatMap((target) => both(row, target).map((status) => version(target, status))),
    )
    rewriteParts(row, (targets) => [...new Set(targets)])
  }
  for (const [before, after] of [...published, ...drafts]) {
    rewriteParts(after, (targets) =>
      targets
        .filter((target) => seen(situation, target).includes(after.status))
        .map((target) => version(target, after.status)),
    )
    if (before.type !== type) throw new Error('a row of another type')
  }
  return { rows: [...rows.map((row) => published.get(row) ?? row), ...drafts.values()], links: [...moved, ...added] }
}

/** The new end of a link whose row is removed: null if the link is removed, too. */
type Elsewhere = (link: Link, gone: 'owner' | 'target') => Row | null

function without(situation: Situation, left: ReadonlyMap<Row, Row | null>, elsewhere: Elsewhere): readonly Link[] {
  const { links } = situation
  const isGone = (row: Row) => left.has(row)
  const staying = links.filter(({ owner, target }) => !isGone(owner) && !isGone(target))
  const kept: Link[] = [...staying]
  const moved = links.map((link): Link | null => {
    const ends = (['owner', 'target'] as const).filter((end) => isGone(link[end]))
    const [gone] = ends
    if (gone === undefined) return link
    const to = ends.length === 2 ? null : elsewhere(link, gone)
    if (to === null) return null
    const led = { ...link, [gone]: to }
    if (kept.some((other) => isInTheWay(situation, other, led, gone))) return null
    kept.push(led)
    return led
  })
  return moved.filter((link) => link !== null)
}

function isInTheWay({ world }: Situation, other: Link, led: Link, moved: 'owner' | 'target'): boolean {
  if (other.relation !== led.relation || other[moved] !== led[moved]) return false
  const opposite = moved === 'owner' ? 'target' : 'owner'
  if (other[opposite] === led[opposite]) return true
  const shape = world.relations[led.relation]
  const hasRoom = moved === 'owner' ? shape?.kind.endsWith('Many') : shape?.kind.startsWith('many')
  return shape?.both === true && hasRoom === false && !isSameDocument(other[opposite], led[opposite])
}

function draftsOff(situation: Situation): Content {
  const { rows, type, shapes, world } = situation
  const isGone = (row: Row) => row.type === type && row.status === 'draft'
  const isVersioned = (row: Row) => shapes[row.type]?.draftAndPublish === true
  const other = (row: Row, status: Status) =>
    rows.find((one) => isSameDocument(one, row) && one.locale === row.locale && one.status === status)
  const left = new Map(rows.filter(isGone).map((row) => [row, other(row, 'published') ?? null]))
  const isOneWay = ({ relation }: Link) => world.relations[relation]?.both !== true
  const links = without(situation, left, (link, gone) => {
    const opposite = link[gone === 'owner' ? 'target' : 'owner']
    const isKept = opposite.type !== type && isVersioned(opposite) && opposite.status === 'draft'
    return isKept && !(gone === 'owner' && isOneWay(link)) ? (left.get(link[gone]) ?? null) : null
  })
  const toBoth = links.flatMap((link): readonly Link[] => {
    if (link.owner.type !== type || link.target.type === type || !isOneWay(link) || !isVersioned(link.target)) return []
    const draft = link.target.status === 'published' ? other(link.target, 'draft') : undefined
    const isThere = links.some(
      ({ relation, owner, target }) => relation === link.relation && owner === link.owner && target === draft,
    )
    return draft === undefined || isThere ? [] : [{ ...link, target: draft }]
  })
  const staying = rows.filter((row) => !isGone(row))
  for (const row of staying) {
    const isDraft = isVersioned(row) && row.status === 'draft'
    rewriteParts(row, (targets) =>
      targets.flatMap((target) => {
        if (isGone(target)) return isDraft ? (left.get(target) ?? []) : []
        if (row.type !== type || target.type === type || !isVersioned(target)) return [target]
        return [target, ...(target.status === 'published' ? [other(target, 'draft') ?? target] : [])]
      }),
    )
    rewriteParts(row, (targets) => [...new Set(targets)])
  }
  const twins = new Map(staying.filter(isOf(type)).map((row) => [row, { ...row, status: 'draft' as const }]))
  return replaced({ rows: staying, links: [...links, ...toBoth] }, twins)
}

function localesOff(situation: Situation): Content {
  const { rows, type, world } = situation
  const isGone = (row: Row) => row.type === type && row.locale !== DEFAULT_LOCALE
  const survivor = (row: Row) =>
    rows.find((one) => isSameDocument(one, row) && one.locale === DEFAULT_LOCALE && one.status === row.status) ?? null
  const left = new Map(rows.filter(isGone).map((row) => [row, survivor(row)]))
  const links = without(situation, left, (link, gone) => {
    const opposite = link[gone === 'owner' ? 'target' : 'owner']
    const isOwn = gone === 'owner' && world.relations[link.relation]?.both !== true
    return opposite.type === type || isOwn ? null : (left.get(link[gone]) ?? null)
  })
  const staying = rows.filter((row) => !isGone(row))
  for (const row of staying) {
    rewriteParts(row, (targets) => {
      const kept = targets.filter((target) => !isGone(target))
      return [
        ...new Set(
          targets.flatMap((target) => {
            if (!isGone(target)) return [target]
            const to = left.get(target) ?? null
            return to === null || kept.includes(to) ? [] : [to]
          }),
        ),
      ]
    })
  }
  const twins = new Map(staying.filter(isOf(type)).map((row) => [row, { ...row, locale: null }]))
  return replaced({ rows: staying, links }, twins)
}
