/** `pagination` as an option of a populated list (extension `nestedPages`). */

import { invalidKey } from '../errors/invalid-key.ts'
import { type NestedPage, parseNestedPage } from '../parse/parse-nested-page.ts'
import type { ParsedPopulateOptions } from '../parse/parsed-query.ts'
import { extensionHint } from '../vocabulary/extensions.ts'
import type { PopulateContext, PopulatePlace } from './populate-context.ts'

export const PAGINATION = 'pagination'

interface Listed {
  readonly toMany: boolean
}

export function takesPages({ toMany }: Listed, { extensions }: PopulateContext): boolean {
  return toMany && extensions.on.has('nestedPages')
}

/** A hint for errors about `pagination` in a wrong place. */
export function pagesHint({ toMany }: Listed, { extensions }: PopulateContext): string | undefined {
  if (toMany) return extensionHint('nestedPages', extensions)
  return extensions.hints ? 'This is one entry at most: leave pagination out' : undefined
}

/** Parsed only here, because options of a relation that the caller may not find are ignored. */
export function checkNestedPage(
  { raw, count }: ParsedPopulateOptions,
  attribute: Listed,
  context: PopulateContext,
  place: PopulatePlace,
): NestedPage | null {
  const written = raw[PAGINATION]
  if (written === undefined || !takesPages(attribute, context)) return null
  if (count) {
    const hint = '[count]=true shows a number instead of a list: use [pagination][withCount]=true for both'
    throw invalidKey({ key: PAGINATION, path: place.path, param: context.param, hint })
  }
  return parseNestedPage(written, place.path ?? '', context.pages)
}
