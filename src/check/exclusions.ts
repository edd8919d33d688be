/**
 * `-body`: a name to leave out (extension `exclude`). If the schema has an attribute with this name, including the
 * minus, that takes precedence.
 */

import { populatableAttribute } from '../access/visible-schema.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import type { Model } from '../schema/schema.ts'
import { extensionHint } from '../vocabulary/extensions.ts'
import type { CheckContext } from './check-filter.ts'

const MARK = '-'

/** The name without its mark; null if it is not an exclusion, or the extension is off. */
export function excludedName(written: string, model: Model, { view, extensions }: CheckContext): string | null {
  if (!extensions.on.has('exclude') || !written.startsWith(MARK)) return null
  return populatableAttribute(view, model, written) === undefined ? written.slice(MARK.length) : null
}

export function marked(name: string): string {
  return `${MARK}${name}`
}

/** Searches without the minus, so that a hidden name gets the same hint with and without it. */
export function nearestExclusion(name: string, candidates: Iterable<string>): string | undefined {
  const near = didYouMean(name, candidates)
  return near === null ? undefined : `Did you mean ${marked(near)}?`
}

/**
 * A hint for an unknown name if the extension is off. Given for every name with a mark, whether or not the name exists
 * without it.
 */
export function exclusionHint(names: Iterable<string>, { extensions }: CheckContext): string | undefined {
  return [...names].some((name) => name.startsWith(MARK)) ? extensionHint('exclude', extensions) : undefined
}
