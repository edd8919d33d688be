/**
 * The forms of `**` (extension `deep`): `populate=**`, `populate[**]=3`, `populate=deep,3`, and with options
 * `populate[**][levels]=3&populate[**][pagination][limit]=10`.
 */

import { populatableAttribute } from '../access/visible-schema.ts'
import { limitExceeded } from '../config/limit-exceeded.ts'
import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { type NestedPage, parseListLimit } from '../parse/parse-nested-page.ts'
import type { ParsedPopulateEntry, ParsedPopulateOptions, ParsedPopulateValue } from '../parse/parsed-query.ts'
import type { Model } from '../schema/schema.ts'
import { extensionHint } from '../vocabulary/extensions.ts'
import type { CheckContext } from './check-filter.ts'
import type { PopulateContext } from './populate-context.ts'

type Path = readonly string[]
type RawValue = ParsedPopulateOptions['raw'][string]

export interface DeepForm {
  /** How many relations in a row are followed. */
  readonly levels: number
  /** The page of each list of related entries; null for all entries. */
  readonly page: NestedPage | null
}

export interface WithoutDeep {
  readonly deep: DeepForm | null
  readonly paths: readonly Path[]
  readonly entries: readonly ParsedPopulateEntry[]
}

export const DEEP = '**'
/** The word that Strapi plugins use. */
const DEEP_WORD = 'deep'
const DEFAULT_LEVELS = 2

/** Removes `**` from the names of one level, and returns it separately. An attribute of that name takes precedence. */
export function takeDeep(
  paths: readonly Path[],
  entries: readonly ParsedPopulateEntry[],
  model: Model,
  context: PopulateContext,
): WithoutDeep {
  const isFree = (name: string) => populatableAttribute(context.view, model, name) === undefined
  if (!context.extensions.on.has('deep')) return { deep: null, paths, entries }
  const entry = isFree(DEEP) ? entries.find(({ name }) => name === DEEP) : undefined
  if (entry !== undefined) {
    return { deep: formOf(entry.value, context), paths, entries: entries.filter((other) => other !== entry) }
  }
  const at = paths.findIndex(([name = '', ...below]) => below.length === 0 && isDeepWord(name) && isFree(name))
  if (at === -1) return { deep: null, paths, entries }
  const [number, ...more] = paths[at]?.[0] === DEEP_WORD ? (paths[at + 1] ?? []) : []
  const counted = number !== undefined && more.length === 0 && /^\d+$/.test(number) && isFree(number)
  const levels = counted ? levelsOf(number, context) : defaultLevels(context)
  const others = paths.filter((_, index) => index !== at && !(counted && index === at + 1))
  return { deep: { levels, page: null }, paths: others, entries }
}

/** For an unknown name: the extension is off, or `**` is not allowed in this place. */
export function deepHint(name: string, { extensions }: CheckContext): string | undefined {
  if (!isDeepWord(name)) return undefined
  if (!extensions.on.has('deep')) return extensionHint('deep', extensions)
  return name === DEEP ? 'Below an attribute it is written populate[author][populate]=**' : undefined
}

function isDeepWord(name: string): boolean {
  return name === DEEP || name === DEEP_WORD
}

function formOf(value: ParsedPopulateValue, context: PopulateContext): DeepForm {
  if (value.kind !== 'options') return { levels: levelsOf(value.text, context), page: null }
  const { raw } = value.options
  const unknown = Object.keys(raw).find((key) => key !== 'levels' && key !== 'pagination')
  if (unknown !== undefined) {
    throw invalidKey({ key: unknown, path: DEEP, param: context.param, candidates: ['levels', 'pagination'] })
  }
  const levels = raw.levels === undefined ? defaultLevels(context) : levelsOf(raw.levels, context)
  return { levels, page: raw.pagination === undefined ? null : pageOf(raw.pagination, context) }
}

function defaultLevels({ limits }: PopulateContext): number {
  return Math.min(DEFAULT_LEVELS, limits.deepLevels)
}

function levelsOf(written: RawValue, context: PopulateContext): number {
  const most = context.limits.deepLevels
  if (written === 'true') return defaultLevels(context)
  const levels = typeof written === 'string' && /^\d+$/.test(written) ? Number(written) : 0
  if (levels > most) throw limitExceeded('deepLevels', most)
  if (levels >= 1) return levels
  throw new ApiError('VALUE_INVALID', {
    message: `Invalid value ${JSON.stringify(written)} for the levels of ${DEEP}. Expected a number from 1 to ${most}`,
    details: { key: DEEP, source: 'query', param: context.param },
  })
}

function pageOf(written: RawValue, context: PopulateContext): NestedPage {
  const { extensions, param, pages } = context
  if (extensions.on.has('nestedPages')) return parseListLimit(written, DEEP, pages)
  throw invalidKey({ key: 'pagination', path: DEEP, param, hint: extensionHint('nestedPages', extensions) })
}
