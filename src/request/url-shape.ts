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

type Kind = 'document' | 'word' | 'letters' | `digits${number}`

const MARK = '\0'
const SLOT = /\0([a-z]+\d?)\0/g

/** The form of Strapi's documentIds. A digit is required, because names of content types are at the same position. */
const DOCUMENT_ID = /^[a-z](?=[a-z]*\d)[a-z\d]{23}$/

/** Long enough for every index of texts. In patterns none of these characters needs escaping. */
const WORD = /^(?=.{3,64}$)[A-Za-z\d-]+(?:(?:%20|\+)[A-Za-z\d-]+)*$/

/** A percent-encoded text with at least one character beyond ASCII, of 64 characters at most. */
const ENCODED = /^(?=.{0,800}%[89a-f])[A-Za-z\d%+-]{8,800}$/i

/** Words of any script. They are a separate kind, because databases fold the case of ASCII texts in another way. */
const LETTERS = /^(?=.{3,64}$)[\p{L}\p{M}\d-]+(?: [\p{L}\p{M}\d-]+)*$/u

const KEYWORDS: ReadonlySet<string> = new Set(['null', 'true', 'false', 'undefined'])

/** Each length is a separate kind, since four digits may be a year. All fit into an integer column, and none is a flag. */
const DIGITS = /^(?!1$)[1-9]\d{0,8}$/

/** The name of a search, or of a filter, in the query itself or in a populated relation. */
const FILTER_KEY = /^_q$|^filters(?:\[|%5B)|(?:\[|%5B)filters(?:\]|%5D)/i

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
  if (!query.includes('filters') && !query.includes('_q=')) return query
  const parts = query.slice(1).split('&')
  return `?${parts.map((part) => shapeOfParameter(part, values)).join('&')}`
}

function shapeOfParameter(parameter: string, values: string[]): string {
  const equals = parameter.indexOf('=')
  const value = equals === -1 ? null : readValue(parameter.slice(equals + 1))
  if (value === null || !FILTER_KEY.test(parameter.slice(0, equals))) return parameter
  values.push(value.text)
  return parameter.slice(0, equals + 1) + slotOf(value.kind)
}

interface Value {
  readonly kind: Kind
  readonly text: string
}

function readValue(encoded: string): Value | null {
  if (DIGITS.test(encoded)) return { kind: `digits${encoded.length}`, text: encoded }
  if (ENCODED.test(encoded)) return readLetters(encoded)
  // Other notations of numbers, such as 1e5, mean something else in JSON.
  if (!WORD.test(encoded) || KEYWORDS.has(encoded) || !Number.isNaN(Number(encoded))) return null
  return { kind: 'word', text: encoded.replaceAll(/%20|\+/g, ' ') }
}

function readLetters(encoded: string): Value | null {
  const text = decoded(encoded.replaceAll('+', ' '))
  return text !== null && LETTERS.test(text) ? { kind: 'letters', text } : null
}

/** Null for bytes that are not UTF-8. */
function decoded(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
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
    return encodeURIComponent(value)
  })
  return { url: example, values }
}

/** A value of this kind, for the slot of this number. */
export type ValueFor = (kind: Kind, slot: number) => string

/** The longest values, with every kind of character that they may have. */
export const longValue: ValueFor = (kind, slot) => {
  if (kind === 'document') return `z9${numbered(slot)}q7wxkvbnmasdfghjkle`
  if (kind === 'word') return `Zq9-${numbered(slot)} xWvUtSrQpOnMlKjIhGfEdCbAxWvUtSrQpOnMlKjI Y7-k`
  if (kind === 'letters') return `Äß-${numbered(slot)} ÎİñŒ ЖдЩю ΩλΣ 漢字かナ 한글 عربى हिन्दी é 𐐀𐐨 xWvUtSrQpOnMl Ÿ-k`
  return String(Number('987654321'.slice(0, sizeOf(kind))) - (slot % 7))
}

/** The shortest values. */
export const shortValue: ValueFor = (kind, slot) => {
  if (kind === 'document') return `a0${numbered(slot)}b1cdefghijklmnopqrs`
  if (kind === 'word') return `k${twoLetters(slot)}`
  if (kind === 'letters') return `é${twoLetters(slot)}`
  return String(Number('234567890'.slice(0, sizeOf(kind))) + (slot % 7))
}

function numbered(slot: number): string {
  return String(slot % 1_000).padStart(3, '0')
}

function twoLetters(slot: number): string {
  return String.fromCharCode(97 + (slot % 26), 97 + (Math.floor(slot / 26) % 26))
}

function sizeOf(kind: `digits${number}`): number {
  return Number(kind.slice('digits'.length))
}
