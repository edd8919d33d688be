/**
 * `-body`: a name to leave out (extension `exclude`). A name that the schema has keeps its meaning, whatever it starts
 * with.
 */

import { populatableAttribute } from '../access/visible-schema.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import type { Model } from '../schema/schema.ts'
import { extensionHint } from '../vocabulary/extensions.ts'
import type { CheckContext } from './check-filter.ts'

const MARK = '-'

/** The name to leave out; null where the text names something, or the extension is off. */
export function excludedName(written: string, model: Model, { view, extensions }: CheckContext): string | null {
  if (!extensions.on.has('exclude') || !written.startsWith(MARK)) return null
  return populatableAttribute(view, model, written) === undefined ? written.slice(MARK.length) : null
}

export function marked(name: string): string {
  return `${MARK}${name}`
}

/** The minus is not part of the name: a hidden name gets the same hint with and without it. */
export function nearestExclusion(name: string, candidates: Iterable<string>): string | undefined {
  const near = didYouMean(name, candidates)
  return near === null ? undefined : `Did you mean ${marked(near)}?`
}

/**
 * For an unknown name among others, where the extension is off. Given for every such name, whether or not it exists
 * without its mark.
 */
export function exclusionHint(names: Iterable<string>, { extensions }: CheckContext): string | undefined {
  return [...names].some((name) => name.startsWith(MARK)) ? extensionHint('exclude', extensions) : undefined
}
