/** The state of the model and the responses of the server, in one form. */

import type { Model, Part, Row, Status } from './model.ts'
import { pathOf, type Side, sidesOf } from './random-schema.ts'
import type { Entry, Json, Site } from './site.ts'

const POPULATED = [
  'populate[cover]=true',
  'populate[part][populate][image]=true&populate[part][populate][leaves][populate][targets]=true',
  'populate[leaves][populate][targets]=true',
  'populate[zone][on][part.leaf][populate][targets]=true&populate[zone][on][part.branch][populate][image]=true&populate[zone][on][part.branch][populate][leaves][populate][targets]=true',
]

export interface Listing {
  readonly type: number
  readonly locale: string
  readonly status: Status
}

export function listingsOf({ world }: Model): readonly Listing[] {
  return world.types.flatMap(({ localized }, type) =>
    (localized ? ['en', 'fr'] : ['en']).flatMap((locale) =>
      (['draft', 'published'] as const).map((status) => ({ type, locale, status })),
    ),
  )
}

export async function shownByServer(
  site: Site,
  model: Model,
  { type, locale, status }: Listing,
): Promise<readonly Json[]> {
  const shape = model.shape(type)
  const own = (['cover', 'part', 'leaves', 'zone'] as const).flatMap((name, index) =>
    shape[name] === 'none' ? [] : [POPULATED[index]],
  )
  const sides = sidesOf(model.world, type)
  const query = [`status=${status}`, `locale=${locale}`, ...own, ...sides.map(({ name }) => `populate[${name}]=true`)]
  const entries = await site.list(`${pathOf(type)}?${query.join('&')}`)
  return entries.map((entry) => shownEntry(entry, sides)).sort(byDocument)
}

function byDocument(a: Json, b: Json): number {
  return String(a.document) < String(b.document) ? -1 : 1
}

function shownEntry(entry: Entry, sides: readonly Side[]): Json {
  const { name, code, flag, cover, part, leaves, zone } = entry
  return {
    document: entry.documentId,
    ...{ name, code, flag },
    ...('cover' in entry ? { cover: idOf(cover) } : {}),
    ...('part' in entry ? { part: part === null ? [] : [shownPart(part as Json)] } : {}),
    ...('leaves' in entry ? { leaves: (leaves as readonly Json[]).map(shownPart) } : {}),
    ...('zone' in entry ? { zone: (zone as readonly Json[]).map(shownPart) } : {}),
    ...Object.fromEntries(sides.map((side) => [side.name, shownLink(entry[side.name])])),
  }
}

const idOf = (file: unknown): unknown => (file === null || file === undefined ? null : (file as Json).id)

function shownPart(part: Json): Json {
  const isLeaf = 'targets' in part
  return isLeaf
    ? { text: part.text, targets: shownLink(part.targets) }
    : { text: part.text, image: idOf(part.image), leaves: (part.leaves as readonly Json[]).map(shownPart) }
}

function shownLink(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownLink)
  if (value === null || value === undefined) return null
  const { documentId, locale = null, name } = value as Json
  return `${documentId} ${locale} ${name}`
}

export function shownByModel(model: Model, { type, locale, status }: Listing): readonly Json[] {
  const { localized } = model.shape(type)
  return model.rows
    .filter((row) => row.type === type && row.locale === (localized ? locale : null) && isSeen(model, row, status))
    .map((row) => modelEntry(model, row, status))
    .sort(byDocument)
}

/** A request for a status shows that version of everything that has versions. */
function isSeen(model: Model, row: Row, status: Status): boolean {
  return !model.shape(row.type).draftAndPublish || row.status === status
}

function modelEntry(model: Model, row: Row, status: Status): Json {
  const { name, code, flag, cover, part, leaves, zone } = row.values
  const shape = model.shape(row.type)
  const link = ({ document, locale, values }: Row) => `${document} ${locale} ${values.name}`
  const seen = (rows: readonly Row[]) => rows.filter((other) => isSeen(model, other, status)).map(link)
  const shownParts = (parts: readonly Part[]): readonly Json[] =>
    parts.map((one) =>
      one.kind === 'leaf'
        ? { text: one.text, targets: seen(one.targets) }
        : { text: one.text, image: one.image, leaves: shownParts(one.leaves) },
    )
  const sides = sidesOf(model.world, row.type).map((side) => {
    const rows = seen(model.linked(row, side))
    return [side.name, side.toMany ? rows : (rows[0] ?? null)]
  })
  return {
    document: row.document,
    ...{ name, code, flag },
    ...(shape.cover === 'none' ? {} : { cover }),
    ...(shape.part === 'none' ? {} : { part: shownParts(part) }),
    ...(shape.leaves === 'none' ? {} : { leaves: shownParts(leaves) }),
    ...(shape.zone === 'none' ? {} : { zone: shownParts(zone) }),
    ...Object.fromEntries(sides),
  }
}
