/** A 404 that helps: the paths of the types that this caller may find. Types that they may not find are never named. */

import { ApiError } from '../errors/api-error.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import type { ContentType } from '../schema/schema.ts'
import { findableTypes, nameInPath } from './findable-types.ts'
import type { VisibleSchema } from './visible-schema.ts'

/** Paths in one error. */
const MOST_PATHS = 50

/** Longest name that is compared with others, in characters. */
const LONGEST_NAME = 100

/** Hints from the path itself, whatever content types there are. */
export interface PathHints {
  /** For a right type name that is followed by the path of an extension (such as `/actions/export`). */
  readonly ofAction?: string | undefined
  /** For any type name: the path as a whole has a form that is known to be wrong. */
  readonly ofShape?: string | undefined
}

/** `name`: the part of the path where the name of a type is expected. */
export function unknownPath(name: string, prefix: string, view: VisibleSchema, hints: PathHints = {}): ApiError {
  const types = findableTypes(view)
  const paths = types.map((type) => `${prefix}/${nameInPath(type)}`).sort()
  if (paths.length === 0) return new ApiError('ROUTE_UNKNOWN')
  const hint = hints.ofShape ?? hintFor(name.toLowerCase(), prefix, types, hints.ofAction)
  return new ApiError('ROUTE_UNKNOWN', {
    details: { ...(hint === null ? {} : { hint }), paths: paths.slice(0, MOST_PATHS) },
  })
}

function hintFor(name: string, prefix: string, types: readonly ContentType[], instead?: string): string | null {
  if (name.length > LONGEST_NAME) return null
  const known = types.find((type) => nameInPath(type).toLowerCase() === name)
  if (known !== undefined) return instead ?? pathsOf(known, prefix)
  const byName = new Map(types.flatMap((type) => [type.singularName, type.pluralName].map((one) => [one, type])))
  const exact = [...byName.keys()].find((one) => one.toLowerCase() === name)
  const meant = byName.get(exact ?? didYouMean(name, byName.keys()) ?? '')
  return meant === undefined ? null : `Did you mean ${prefix}/${nameInPath(meant)}?`
}

/** The name is right; what follows it is not. */
function pathsOf(type: ContentType, prefix: string): string {
  const path = `${prefix}/${nameInPath(type)}`
  return type.kind === 'singleType'
    ? `The only path here is ${path}`
    : `The paths here are ${path} and ${path}/:documentId`
}
