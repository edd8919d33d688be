/**
 * A content store in memory, as plain as can be: rows, links between rows, and what every operation does to them. It
 * knows nothing of SQL; what it says is what the documents say.
 */

import { type Presence, type Side, sidesOf, type TypeShape, type World } from './random-schema.ts'

export type Status = 'draft' | 'published'

export interface Part {
  readonly kind: 'leaf' | 'branch'
  readonly text: string | null
  readonly image: number | null
  readonly targets: readonly Row[]
  readonly leaves: readonly Part[]
}

interface Values {
  readonly name: string | null
  readonly code: number | null
  readonly flag: boolean | null
  readonly cover: number | null
  /** At most one. */
  readonly part: readonly Part[]
  readonly leaves: readonly Part[]
  readonly zone: readonly Part[]
}

export interface Row {
  readonly type: number
  readonly document: string
  readonly locale: string | null
  /** Types without Draft & Publish have drafts only, which everybody sees. */
  readonly status: Status
  values: Values
}

export interface Link {
  readonly relation: number
  readonly owner: Row
  readonly target: Row
  order: number
  inverse: number
}

/** A document, by its place among those of its type, and where it goes. */
export interface Reference {
  readonly document: string
  readonly at?: 'start' | 'end' | { readonly before: string } | { readonly after: string }
}

export type Change =
  | { readonly set: readonly Reference[] }
  | { readonly connect: readonly Reference[]; readonly disconnect: readonly Reference[] }

export interface PartData {
  readonly kind: 'leaf' | 'branch'
  readonly text?: string
  readonly image?: number | null
  readonly targets: readonly string[]
  readonly leaves: readonly PartData[]
}

export interface Data {
  readonly values: Partial<Pick<Values, 'name' | 'code' | 'flag' | 'cover'>>
  readonly parts: Partial<Record<'part' | 'leaves' | 'zone', readonly PartData[]>>
  /** By name of the attribute. */
  readonly changes: Readonly<Record<string, Change>>
}

/** The status that the request is refused with. */
class Refused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`refused with ${status}`)
    this.status = status
  }
}

interface Pairing {
  readonly status: Status | null
  readonly locale: string | null
}

const EMPTY: Values = { name: null, code: null, flag: true, cover: null, part: [], leaves: [], zone: [] }

export class Model {
  readonly world: World
  /** In the order in which they were made. */
  rows: Row[] = []
  links: Link[] = []

  constructor(world: World) {
    this.world = world
  }

  /** The state before a request, which is restored if the request is refused. */
  attempt(work: () => void): number | null {
    const [rows, links] = [
      this.rows.map((row) => ({ row, values: row.values })),
      this.links.map((link) => ({ ...link })),
    ]
    try {
      work()
      return null
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.rows = rows.map(({ row, values }) => Object.assign(row, { values }))
      this.links = links
      return error.status
    }
  }

  create(type: number, document: string, locale: string, data: Data, publish: boolean): void {
    this.insert(type, document, locale, data)
    if (publish) this.publish(type, document, locale)
  }

  update(type: number, document: string, locale: string, data: Data, publish: boolean): void {
    const draft = this.find(type, document, locale, 'draft')
    if (draft === undefined) this.translate(type, document, locale, data)
    else {
      this.write(draft, data)
      this.shareChanges(draft, given(data))
    }
    if (publish) this.publish(type, document, locale)
  }

  publish(type: number, document: string, locale: string): void {
    this.require(type, document, locale)
    if (!this.shape(type).draftAndPublish) return
    const draft = this.find(type, document, locale, 'draft')
    if (draft === undefined) return
    const before = this.find(type, document, locale, 'published')
    const published = before ?? this.add({ ...draft, status: 'published', values: EMPTY })
    this.copy(draft, published)
    if (before === undefined) this.linkFromUnversioned(draft, published)
    this.shareVersion(published)
  }

  unpublish(type: number, document: string, locale: string): void {
    this.require(type, document, locale)
    const published = this.find(type, document, locale, 'published')
    if (published !== undefined) this.remove(published)
  }

  discard(type: number, document: string, locale: string): void {
    this.require(type, document, locale)
    const [draft, published] = (['draft', 'published'] as const).map((status) =>
      this.find(type, document, locale, status),
    )
    if (draft === undefined || published === undefined) return
    this.copy(published, draft)
    this.shareVersion(draft)
  }

  /** `locale` null: all. */
  delete(type: number, document: string, locale: string | null): void {
    const isMeant = (row: Row) => locale === null || row.locale === this.localeOf(type, locale)
    for (const row of this.versions(type, document).filter(isMeant)) this.remove(row)
  }

  documents(type: number): readonly string[] {
    return [...new Set(this.rows.filter((row) => row.type === type).map(({ document }) => document))]
  }

  /** Rows at the other end, in order. */
  linked(row: Row, side: Side): readonly Row[] {
    const order = (link: Link) => (side.ordered ? (side.isOwner ? link.order : link.inverse) : 0)
    return this.linksOf(row, side)
      .map((link, index) => ({ link, index }))
      .sort((a, b) => order(a.link) - order(b.link) || a.index - b.index)
      .map(({ link }) => (side.isOwner ? link.target : link.owner))
  }

  shape(type: number): TypeShape {
    const shape = this.world.types[type]
    if (shape === undefined) throw new Error(`no type ${type}`)
    return shape
  }

  private localeOf(type: number, locale: string): string | null {
    return this.shape(type).localized ? locale : null
  }

  private versions(type: number, document: string): readonly Row[] {
    return this.rows.filter((row) => row.type === type && row.document === document)
  }

  private find(type: number, document: string, locale: string, status: Status): Row | undefined {
    const wanted = this.localeOf(type, locale)
    return this.versions(type, document).find((row) => row.locale === wanted && row.status === status)
  }

  private require(type: number, document: string, locale: string): void {
    if (this.find(type, document, locale, 'draft') === undefined) throw new Refused(404)
  }

  private add(row: Row): Row {
    this.rows.push(row)
    return row
  }

  private remove(gone: Row): void {
    this.rows = this.rows.filter((row) => row !== gone)
    this.links = this.links.filter(({ owner, target }) => owner !== gone && target !== gone)
    const without = (part: Part): Part => ({
      ...part,
      targets: part.targets.filter((row) => row !== gone),
      leaves: part.leaves.map(without),
    })
    for (const row of this.rows) row.values = withParts(row.values, (parts) => parts.map(without))
  }

  private insert(type: number, document: string, locale: string, data: Data): Row {
    const row = this.add({ type, document, locale: this.localeOf(type, locale), status: 'draft', values: EMPTY })
    this.write(row, data)
    return row
  }

  private translate(type: number, document: string, locale: string, data: Data): void {
    const versions = this.versions(type, document)
    const model = versions.find(({ status }) => status === 'draft') ?? versions[0]
    if (model === undefined || !this.shape(type).localized) throw new Refused(404)
    const row = this.insert(type, document, locale, data)
    const filled = filledIn(data)
    this.copyShared(model, row, { status: null, locale }, (name) => !filled.has(name))
    this.shareChanges(row, filled)
  }

  private write(row: Row, data: Data): void {
    const parts = Object.entries(data.parts).map(([name, items]) => [name, items.map((item) => this.part(row, item))])
    row.values = { ...row.values, ...data.values, ...Object.fromEntries(parts) }
    for (const side of sidesOf(this.world, row.type)) {
      const change = data.changes[side.name]
      if (change !== undefined) this.change(row, side, change)
    }
  }

  private part(root: Row, data: PartData): Part {
    const fallback = data.kind === 'branch' ? 'bare' : null
    return {
      kind: data.kind,
      text: data.text ?? fallback,
      image: data.image ?? null,
      targets: data.targets.flatMap((document) => this.resolve(root, this.world.leafTarget, document)),
      leaves: data.leaves.map((leaf) => this.part(root, leaf)),
    }
  }

  /** The rows of a document that a row links to. */
  private resolve(root: Row, type: number, document: string): readonly Row[] {
    const [own, target] = [this.shape(root.type), this.shape(type)]
    const locale = target.localized ? (own.localized ? root.locale : 'en') : null
    const found = this.versions(type, document)
      .filter((row) => row.locale === locale)
      .filter((row) => !(target.draftAndPublish && own.draftAndPublish) || row.status === root.status)
    if (found.length === 0) throw new Refused(400)
    return found
  }

  private linksOf(row: Row, { relation, isOwner }: Side): readonly Link[] {
    return this.links.filter((link) => link.relation === relation && (isOwner ? link.owner : link.target) === row)
  }

  private change(row: Row, side: Side, change: Change): void {
    const resolve = (document: string) => this.resolve(row, side.target, document)
    const list =
      'set' in change
        ? [...new Set(change.set.flatMap(({ document }) => resolve(document)))]
        : this.connected(row, side, change, resolve)
    this.setLinks(row, side, list)
    this.detachFromOtherOwners(row, side)
  }

  private connected(
    row: Row,
    side: Side,
    { connect, disconnect }: Extract<Change, { readonly connect: unknown }>,
    resolve: (document: string) => readonly Row[],
  ): readonly Row[] {
    const gone = disconnect.flatMap(({ document }) => resolve(document))
    const before = this.linked(row, side)
    const added = connect.flatMap(({ document }) => resolve(document))
    for (const reference of connect) resolve(neighbourOf(reference) ?? reference.document)
    const [only] = connect
    if (!side.toMany && only !== undefined) return resolve(only.document)
    const placed = ordered(connect, (document) => resolve(document).some((other) => before.includes(other)))
    const after = placed.reduce((list, { document, at }) => put(list, resolve(document), at ?? 'end', resolve), before)
    return after.filter((other) => added.includes(other) || !gone.includes(other))
  }

  private setLinks(row: Row, side: Side, list: readonly Row[]): void {
    const far = (link: Link) => (side.isOwner ? link.target : link.owner)
    const before = this.linksOf(row, side)
    this.links = this.links.filter((link) => !before.includes(link) || list.includes(far(link)))
    for (const [index, other] of list.entries()) {
      const kept = before.find((link) => far(link) === other)
      const [owner, target] = side.isOwner ? [row, other] : [other, row]
      const link = kept ?? { relation: side.relation, owner, target, order: 0, inverse: 0 }
      if (kept === undefined) {
        // The last on the other side.
        const orders = this.linksOf(other, { ...side, isOwner: !side.isOwner }).map((one) =>
          side.isOwner ? one.inverse : one.order,
        )
        link[side.isOwner ? 'inverse' : 'order'] = Math.max(0, ...orders) + 1
        this.links.push(link)
      }
      link[side.isOwner ? 'order' : 'inverse'] = index + 1
    }
  }

  private detachFromOtherOwners(row: Row, side: Side): void {
    if (!side.exclusive) return
    const taken = this.linked(row, side)
    const isOther = (other: Row) => other.document !== row.document && other.status === row.status
    this.links = this.links.filter((link) => {
      const [near, far] = side.isOwner ? [link.owner, link.target] : [link.target, link.owner]
      return link.relation !== side.relation || !taken.includes(far) || !isOther(near)
    })
  }

  /** One version becomes what another is. */
  private copy(from: Row, to: Row): void {
    const pairing: Pairing = { status: to.status, locale: null }
    to.values = withParts(from.values, (parts) => this.paired(parts, pairing))
    for (const side of sidesOf(this.world, from.type)) this.copyLinks(from, to, side, pairing)
  }

  private copyLinks(from: Row, to: Row, side: Side, pairing: Pairing): void {
    const old = this.linksOf(to, side)
    this.links = this.links.filter((link) => !old.includes(link))
    for (const link of this.linksOf(from, side)) {
      const far = this.pair(side.isOwner ? link.target : link.owner, pairing)
      if (far !== undefined)
        this.links.push({ ...link, ...(side.isOwner ? { owner: to, target: far } : { owner: far, target: to }) })
    }
    this.detachFromOtherOwners(to, side)
  }

  private pair(row: Row, pairing: Pairing): Row | undefined {
    const { draftAndPublish, localized } = this.shape(row.type)
    const status = draftAndPublish && pairing.status !== null ? pairing.status : row.status
    const locale = localized && pairing.locale !== null ? pairing.locale : row.locale
    return this.versions(row.type, row.document).find((other) => other.status === status && other.locale === locale)
  }

  private paired(parts: readonly Part[], pairing: Pairing): readonly Part[] {
    return parts.map((part) => ({
      ...part,
      targets: part.targets.flatMap((row) => this.pair(row, pairing) ?? []),
      leaves: this.paired(part.leaves, pairing),
    }))
  }

  /** A row without versions links to both; if it was linked before the first publication, it lacks the second link. */
  private linkFromUnversioned(draft: Row, published: Row): void {
    const isUnversioned = (row: Row) => !this.shape(row.type).draftAndPublish
    const oneWay = this.links.filter(
      ({ relation, target, owner }) =>
        target === draft && isUnversioned(owner) && this.world.relations[relation]?.both === false,
    )
    for (const link of oneWay) this.links.push({ ...link, target: published })
    const both = (part: Part): Part => ({
      ...part,
      targets: part.targets.flatMap((row) => (row === draft ? [draft, published] : [row])),
      leaves: part.leaves.map(both),
    })
    for (const row of this.rows.filter(isUnversioned)) row.values = withParts(row.values, (parts) => parts.map(both))
  }

  private others(row: Row): readonly Row[] {
    return this.versions(row.type, row.document).filter((other) => other !== row && other.status === row.status)
  }

  private shareChanges(row: Row, names: ReadonlySet<string>): void {
    for (const other of this.others(row)) {
      this.copyShared(row, other, { status: null, locale: other.locale }, (name) => names.has(name))
    }
  }

  private shareVersion(row: Row): void {
    for (const other of this.others(row)) {
      const own = this.versions(row.type, row.document).find((one) => one.locale === other.locale && one !== other)
      if (own === undefined) this.copyShared(row, other, { status: null, locale: other.locale }, () => true)
      else this.copyShared(own, other, { status: other.status, locale: null }, () => true)
    }
  }

  private copyShared(from: Row, to: Row, pairing: Pairing, takes: (name: string) => boolean): void {
    const { cover, part, leaves, zone } = this.shape(from.type)
    const presence: Record<string, Presence> = { code: 'shared', cover, part, leaves, zone }
    const isCopied = (name: string) => presence[name] === 'shared' && takes(name)
    const { values } = from
    to.values = {
      ...to.values,
      ...(isCopied('code') ? { code: values.code } : {}),
      ...(isCopied('cover') ? { cover: values.cover } : {}),
      ...(isCopied('part') ? { part: this.paired(values.part, pairing) } : {}),
      ...(isCopied('leaves') ? { leaves: this.paired(values.leaves, pairing) } : {}),
      ...(isCopied('zone') ? { zone: this.paired(values.zone, pairing) } : {}),
    }
  }
}

function given({ values, parts }: Data): ReadonlySet<string> {
  return new Set([...Object.keys(values), ...Object.keys(parts)])
}

/** A new locale gets the values of the other locales in place of null; a missing part is sent as null. */
function filledIn(data: Data): ReadonlySet<string> {
  const { name, code, flag, cover } = data.values
  const empty = Object.entries({ name, code, flag, cover, part: data.parts.part?.[0] ?? null })
    .filter(([, value]) => value === null)
    .map(([key]) => key)
  return new Set([...given(data)].filter((key) => !empty.includes(key)))
}

function withParts(values: Values, change: (parts: readonly Part[]) => readonly Part[]): Values {
  return { ...values, part: change(values.part), leaves: change(values.leaves), zone: change(values.zone) }
}

function neighbourOf({ at }: Reference): string | null {
  if (at === undefined || typeof at === 'string') return null
  return 'before' in at ? at.before : at.after
}

/** An entry whose position names another entry of the same request is placed after it; an entry has one place. */
function ordered(connect: readonly Reference[], isLinked: (document: string) => boolean): readonly Reference[] {
  const places = new Map<string, string>()
  const once = connect.filter(({ document, at }) => {
    const place = JSON.stringify(at ?? 'end')
    const known = places.get(document)
    if (known !== undefined && known !== place) throw new Refused(400)
    places.set(document, place)
    return known === undefined
  })
  const chain = (reference: Reference, above: readonly string[]): readonly Reference[] => {
    if (above.includes(reference.document)) throw new Refused(400)
    const neighbour = neighbourOf(reference)
    const other = once.find(({ document }) => document === neighbour && !isLinked(document))
    return [...(other === undefined ? [] : chain(other, [...above, reference.document])), reference]
  }
  return [...new Set(once.flatMap((reference) => chain(reference, [])))]
}

function put(
  list: readonly Row[],
  rows: readonly Row[],
  at: NonNullable<Reference['at']>,
  resolve: (document: string) => readonly Row[],
): readonly Row[] {
  const others = list.filter((row) => !rows.includes(row))
  if (at === 'end') return [...others, ...rows]
  if (at === 'start') return [...rows, ...others]
  const neighbours = resolve('before' in at ? at.before : at.after)
  const places = others.flatMap((row, index) => (neighbours.includes(row) ? [index] : []))
  if (places.length === 0) throw new Refused(400)
  const index = 'before' in at ? Math.min(...places) : Math.max(...places) + 1
  return [...others.slice(0, index), ...rows, ...others.slice(index)]
}
