/**
 * The shape of a URL: the part that URLs share if they differ only in values to compare with, such as `filters[slug]=one`
 * and `filters[slug]=two`, or `/articles/abc…` and `/articles/xyz…`. Each value belongs to a kind, whose values all mean
 * the same, unlike `null` or `2024`; other values are part of the shape.
 */

export interface UrlShape {
  /** The URL, with the kind of each value in its place, between characters that no URL has. */
  readonly url: string
  /** Decoded. */
  readonly values: readonly string[]
}

type Kind = 'document' | 'word' | `digits${number}`

const MARK = '\0'
const SLOT = /\0([a-z]+\d?)\0/g

/** The form of Strapi's documentIds. A digit is required, because names of content types are at the same position. */
const DOCUMENT_ID = /^[a-z](?=[a-z]*\d)[a-z\d]{23}$/

/** Long enough for every index of texts. In patterns none of these characters needs escaping. */
const WORD = /^(?=.{3,64}$)[A-Za-z\d-]+(?:(?:%20|\+)[A-Za-z\d-]+)*$/
const KEYWORDS: ReadonlySet<string> = new Set(['null', 'true', 'false', 'undefined'])

/** Each length is a separate kind, since four digits may be a year. All fit into an integer column, and none is a flag. */
const DIGITS = /^(?!1$)[1-9]\d{0,8}$/

/** The name of a filter, in the query itself or in a populated relation. */
const FILTER_KEY = /^filters(?:\[|%5B)|(?:\[|%5B)filters(?:\]|%5D)/i

/** Null where it has no such value. */
export function shapeOf(url: string): UrlShape | null {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const values: string[] = []
  const shape = shapeOfPath(path, values) + (mark === -1 ? '' : shapeOfQuery(url.slice(mark), values))
  return values.length === 0 ? null : { url: shape, values }
}

function shapeOfPath(path: string, values: string[]): string {
  const last = path.lastIndexOf('/') + 1
  const segment = path.slice(last)
  if (!DOCUMENT_ID.test(segment)) return path
  values.push(segment)
  return path.slice(0, last) + slotOf('document')
}

/** The query with its question mark. */
function shapeOfQuery(query: string, values: string[]): string {
  if (!query.includes('filters')) return query
  const parts = query.slice(1).split('&')
  return `?${parts.map((part) => shapeOfParameter(part, values)).join('&')}`
}

function shapeOfParameter(parameter: string, values: string[]): string {
  const equals = parameter.indexOf('=')
  const value = parameter.slice(equals + 1)
  const kind = equals === -1 ? null : kindOf(value)
  if (kind === null || !FILTER_KEY.test(parameter.slice(0, equals))) return parameter
  values.push(kind === 'word' ? value.replaceAll(/%20|\+/g, ' ') : value)
  return parameter.slice(0, equals + 1) + slotOf(kind)
}

function kindOf(value: string): Kind | null {
  if (DIGITS.test(value)) return `digits${value.length}`
  // Other notations of numbers, such as 1e5, mean something else in JSON.
  return WORD.test(value) && !KEYWORDS.has(value) && Number.isNaN(Number(value)) ? 'word' : null
}

function slotOf(kind: Kind): string {
  return MARK + kind + MARK
}

/** A URL of this shape with other values. */
export function exampleOf({ url }: Pick<UrlShape, 'url'>, valueFor: ValueFor): UrlShape {
  const values: string[] = []
  const example = url.replaceAll(SLOT, (_slot, kind: Kind) => {
    const value = valueFor(kind, values.length)
    values.push(value)
    return value.replaceAll(' ', '%20')
  })
  return { url: example, values }
}

/** A value of this kind, for the slot of this number. */
export type ValueFor = (kind: Kind, slot: number) => string

/** The longest values, with every kind of character that they may have. */
export const longValue: ValueFor = (kind, slot) => {
  if (kind === 'document') return `z9${numbered(slot)}q7wxkvbnmasdfghjkle`
  if (kind === 'word') return `Zq9-${numbered(slot)} xWvUtSrQpOnMlKjIhGfEdCbAxWvUtSrQpOnMlKjI Y7-k`
  return String(Number('987654321'.slice(0, sizeOf(kind))) - (slot % 7))
}

/** The shortest values. */
export const shortValue: ValueFor = (kind, slot) => {
  if (kind === 'document') return `a0${numbered(slot)}b1cdefghijklmnopqrs`
  if (kind === 'word') return `k${String.fromCharCode(97 + (slot % 26), 97 + (Math.floor(slot / 26) % 26))}`
  return String(Number('234567890'.slice(0, sizeOf(kind))) + (slot % 7))
}

function numbered(slot: number): string {
  return String(slot % 1_000).padStart(3, '0')
}

function sizeOf(kind: `digits${number}`): number {
  return Number(kind.slice('digits'.length))
}
