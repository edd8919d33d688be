/** A response as entries: what a table and cards show, and where each of them leads. */

import { isRecord } from '../../../src/config/project-config.ts'
import type { RequestModel } from './request.ts'
import { type Description, modelAt } from './schema.ts'

export type EntryValue = Readonly<Record<string, unknown>>

/** The entries of a response; null for one without entries: errors, texts. */
export function entriesOf(body: unknown): readonly EntryValue[] | null {
  const data = isRecord(body) ? body.data : undefined
  if (Array.isArray(data)) return data.filter(isRecord)
  return isRecord(data) ? [data] : null
}

/** In the order in which they come; pictures, what tells entries apart and what can be followed come first. */
export function columnsOf(entries: readonly EntryValue[]): readonly string[] {
  const names = [...new Set(entries.flatMap((entry) => Object.keys(entry)))]
  const pictures = names.filter((name) => entries.some((entry) => pictureIn(entry[name]) !== null))
  const telling = LABELS.filter((name) => names.includes(name))
  const related = names.filter((name) => entries.some((entry) => isRelated(entry[name])))
  const last = names.filter((name) => SYSTEM.includes(name))
  return [...new Set([...pictures, ...telling, ...related, ...names.filter((name) => !last.includes(name)), ...last])]
}

const LABELS = ['title', 'name', 'label', 'slug', 'code']
const SYSTEM = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale']

/** The label of an entry: its title or name. */
export function labelOf(entry: EntryValue): string {
  const name = [...LABELS, '__component', 'documentId', 'id'].find((one) => isShown(entry[one]))
  return name === undefined ? 'Entry' : String(entry[name])
}

/** A value in a few words. */
export function shortText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'item' : 'items'}`
  return isRecord(value) ? labelOf(value) : String(value)
}

export interface Picture {
  readonly url: string
  readonly text: string
}

/** The smallest version of an image of this server; pages may show no others. */
export function pictureIn(value: unknown): Picture | null {
  const file: unknown = Array.isArray(value) ? value[0] : value
  if (!isRecord(file) || typeof file.url !== 'string' || !isImage(file)) return null
  const thumbnail = isRecord(file.formats) ? file.formats.thumbnail : null
  const url = isRecord(thumbnail) && typeof thumbnail.url === 'string' ? thumbnail.url : file.url
  if (!/^\/(?!\/)/.test(url)) return null
  return { url, text: typeof file.alternativeText === 'string' ? file.alternativeText : '' }
}

function isImage({ mime, url }: EntryValue): boolean {
  return typeof mime === 'string' ? mime.startsWith('image/') : /\.(?:png|jpe?g|webp|gif|avif|svg)$/i.test(String(url))
}

/** The entries that a value links to, with the request that reads each; empty for what leads nowhere. */
export function linksIn(value: unknown, names: readonly string[], request: RequestModel, description: Description) {
  const many: readonly unknown[] = Array.isArray(value) ? value : [value]
  return many.filter(isRecord).flatMap((entry) => {
    const url = entryUrl(entry, names, request, description)
    return url === null ? [] : [{ label: labelOf(entry), url }]
  })
}

/** The request for an entry at the path `names` in an entry of the request's type; null if there is no such request. */
export function entryUrl(
  entry: EntryValue,
  names: readonly string[],
  request: RequestModel,
  { prefix, types, ...description }: Description,
): string | null {
  const uid = modelAt({ prefix, types, ...description }, request.type.uid, names)
  const type = types.find((one) => one.uid === uid)
  const { documentId, locale } = entry
  if (type === undefined || !type.findsOne || typeof documentId !== 'string') return null
  if (type.kind === 'singleType') return `${prefix}/${type.name}`
  const params = [
    ...(type.localized && typeof locale === 'string' ? [`locale=${encodeURIComponent(locale)}`] : []),
    ...(type.findsDrafts && request.query.status === 'draft' ? ['status=draft'] : []),
  ]
  const query = params.length === 0 ? '' : `?${params.join('&')}`
  return `${prefix}/${type.name}/${encodeURIComponent(documentId)}${query}`
}

function isRelated(value: unknown): boolean {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return isRecord(first) && typeof first.documentId === 'string'
}

function isShown(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}
