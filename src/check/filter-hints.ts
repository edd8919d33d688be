/** Hints for unknown names in filters. */

import type { Profile } from '../config/settings.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { type Extensions, extensionHint } from '../vocabulary/extensions.ts'
import { FOREIGN_OPERATORS, OPERATOR_NAMES } from '../vocabulary/operators.ts'
import { QUANTIFIER_NAMES } from '../vocabulary/quantifiers.ts'
import { isDocument } from './check-json.ts'
import type { Subject } from './filter-subject.ts'
import { spellingHint } from './key-hints.ts'

export const MEDIA_FILTER_HINT = "Files can be filtered by with rest: { profile: 'strapi' } in config/api"

interface Asked {
  readonly profile: Profile
  readonly extensions: Extensions
}

export function filterHint(key: string, subject: Subject, { profile, extensions }: Asked): string | undefined {
  const known = quantifierHint(key, extensions) ?? jsonHint(key, subject, extensions)
  return known ?? foreignHint(key, profile) ?? operatorHint(key, subject)
}

function quantifierHint(key: string, extensions: Extensions): string | undefined {
  if (!QUANTIFIER_NAMES.includes(key)) return undefined
  if (!extensions.on.has('quantifiers')) return extensionHint('quantifiers', extensions)
  return `${key} belongs after a relation: filters[relation][${key}]`
}

/** Also for `filters[metadata][color]=blue`: a name inside a document. */
function jsonHint(key: string, subject: Subject, extensions: Extensions): string | undefined {
  const isInside = !key.startsWith('$') && subject.kind === 'scalar' && isDocument(subject.attribute)
  if (isInside && extensions.on.has('json')) return `Did you mean [$path][${key}]?`
  return isInside || key === '$path' || key === '$has' ? extensionHint('json', extensions) : undefined
}

/** In the `strapi` profile only if the nearest name would be misleading: `$nin` resembles `$in`. */
function foreignHint(key: string, profile: Profile): string | undefined {
  const meant = FOREIGN_OPERATORS.get(key)
  const isGiven = profile !== 'strapi' || didYouMean(key, OPERATOR_NAMES) !== null
  return meant === undefined || !isGiven ? undefined : `Did you mean ${meant}?`
}

/** For `filters[title][eq]=x`: an operator without `$`. Below a relation it may also be a misspelt attribute. */
function operatorHint(key: string, { kind }: Subject): string | undefined {
  const written = `$${key}`
  const near = kind === 'row' ? null : didYouMean(written, OPERATOR_NAMES)
  const meant = OPERATOR_NAMES.includes(written) ? written : near
  return key.startsWith('$') || meant === null ? undefined : `Did you mean ${meant}?`
}

/** For a key that resembles no other: what is valid there. */
export function validKeysHint(key: string, subject: Subject): string | undefined {
  if (key.startsWith('$')) return `The operators are ${OPERATOR_NAMES.join(', ')}`
  if (subject.kind !== 'scalar' || spellingHint('filters', key, key) !== undefined) return undefined
  const { name } = subject.attribute
  return `${name} is a field, so an operator is expected here: filters[${name}][$eq]=x`
}

/** For `filters[$title]=x`: only operators begin with `$`. */
export function withoutDollar(key: string, names: readonly string[]): string | undefined {
  const name = key.slice(1)
  const meant = names.includes(name) ? name : didYouMean(name, names)
  return key.startsWith('$') && meant !== null ? `Did you mean ${meant}?` : undefined
}
