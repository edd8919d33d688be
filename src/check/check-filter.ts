/** ParsedFilter → Filter: names are resolved in the schema that the caller may see. */

import { targetOf, type VisibleSchema, visibleAttribute, visibleNames } from '../access/visible-schema.ts'
import type { Profile } from '../config/settings.ts'
import type { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import type { ParsedComparison, ParsedFilter, ParsedScalar } from '../parse/parsed-query.ts'
import { isPolymorphic } from '../schema/attribute-kinds.ts'
import type { LinkAttribute, Model, PolymorphicAttribute } from '../schema/schema.ts'
import { type Extensions, extensionHint } from '../vocabulary/extensions.ts'
import { OPERATOR_NAMES } from '../vocabulary/operators.ts'
import { COUNT } from '../vocabulary/quantifiers.ts'
import { armModels } from './arm-models.ts'
import { checkComparison } from './check-comparison.ts'
import { checkItems } from './check-items.ts'
import { checkHas, checkInside, isDocument, type JsonPlace, readPath } from './check-json.ts'
import { checkLinked } from './check-quantified.ts'
import { filterHint, MEDIA_FILTER_HINT, validKeysHint, withoutDollar } from './filter-hints.ts'
import type { Subject } from './filter-subject.ts'
import { filterNamesHint } from './names-hint.ts'
import type { Filter } from './query.ts'
import type { ValuePlace } from './uncastable.ts'

export interface CheckContext {
  readonly view: VisibleSchema
  readonly profile: Profile
  readonly extensions: Extensions
  /** The start of the current minute, for relative dates, in milliseconds since 1970. */
  readonly now: number
  /** The top-level parameter, for errors. */
  readonly param: string
}

export function checkFilter(parsed: ParsedFilter, model: Model, context: CheckContext): Filter {
  return check(parsed, { kind: 'row', model, path: null }, context)
}

function check(parsed: ParsedFilter, subject: Subject, context: CheckContext): Filter {
  switch (parsed.kind) {
    case 'and':
    case 'or':
      return { kind: parsed.kind, items: parsed.items.map((item) => check(item, subject, context)) }
    case 'not':
      return { kind: 'not', item: check(parsed.item, subject, context) }
    case 'attribute':
      return checkAttribute(parsed.name, parsed.item, subject, context)
    case 'compare':
      return checkCompare(parsed.comparison, subject, context)
    // Valid ones are handled at the relation that they belong to.
    case 'quantified':
      throw unknown(parsed.quantifier, subject, context)
    case 'counted':
      throw unknown(COUNT, subject, context)
    case 'jsonPath':
      return checkJsonPath(parsed.path, parsed.item, subject, context)
    case 'has':
      return checkJsonHas(parsed.values, subject, context)
    case 'unknownOperator':
      throw unknown(parsed.name, subject, context)
  }
}

function checkAttribute(name: string, item: ParsedFilter, subject: Subject, context: CheckContext): Filter {
  const attribute = subject.kind === 'row' ? visibleAttribute(context.view, subject.model, name) : undefined
  if (attribute === undefined) throw unknown(name, subject, context)
  const path = subject.path === null ? name : `${subject.path}.${name}`
  if (attribute.kind === 'scalar') return check(item, { kind: 'scalar', attribute, path }, context)
  if (isPolymorphic(attribute)) {
    return checkPolymorphic(attribute, item, path, context)
  }
  if (!isFilterable(attribute, context))
    throw invalidKey({ key: name, path, param: context.param, hint: MEDIA_FILTER_HINT })
  const target = targetOf(context.view, attribute)
  const ofRow = (parsed: ParsedFilter) => check(parsed, { kind: 'row', model: target, path }, context)
  return checkLinked(item, {
    toMany: attribute.toMany,
    place: { param: context.param, path },
    plain: (parsed) => ({ kind: 'related', attribute, target, filter: ofRow(parsed) }),
    rows: (parsed) => ({ attribute, arms: [{ target, filter: ofRow(parsed) }] }),
  })
}

/** Media are filterable only in the `strapi` profile (docs/queries.md, filters 2). */
function isFilterable({ kind }: LinkAttribute, { profile }: CheckContext): boolean {
  return kind !== 'media' || profile === 'strapi'
}

/** Dynamic zones and polymorphic relations have no single model to filter by. */
function checkPolymorphic(
  attribute: PolymorphicAttribute,
  item: ParsedFilter,
  path: string,
  context: CheckContext,
): Filter {
  const { param, extensions } = context
  const models = armModels(attribute, context)
  if (models.length === 0 || !extensions.on.has('zones')) {
    const hint = extensionHint('zones', extensions)
    throw invalidKey({ key: attribute.name, path, param, ...(hint === undefined ? {} : { hint }) })
  }
  const checkRow = (parsed: ParsedFilter, model: Model, at: string) =>
    check(parsed, { kind: 'row', model, path: at }, context)
  return checkItems(item, { attribute, models, place: { param, path }, checkRow })
}

/** A comparison of a relation compares its id: `filters[author]=2`, `filters[author][$null]=true`. */
function checkCompare(comparison: ParsedComparison, subject: Subject, context: CheckContext): Filter {
  if (subject.kind === 'scalar') {
    return checkComparison(comparison, subject.attribute, placeOf(subject.path, context))
  }
  if (subject.kind === 'inside') return checkInside(comparison, placeInside(subject), placeOf(subject.path, context))
  const id = subject.model.attributes.get('id')
  if (subject.path === null || id?.kind !== 'scalar') {
    const key = comparison.shape === 'null' ? '$null' : comparison.operator
    throw invalidKey({ key, path: null, param: context.param, hint: `Put ${key} at an attribute` })
  }
  return checkComparison(comparison, id, placeOf(subject.path, context))
}

/** Paths are only valid inside JSON documents. */
function checkJsonPath(path: string, item: ParsedFilter, subject: Subject, context: CheckContext): Filter {
  if (subject.kind !== 'scalar' || !isDocument(subject.attribute)) throw unknown('$path', subject, context)
  const segments = readPath(path, placeOf(subject.path, context))
  const inside = { kind: 'inside', attribute: subject.attribute, segments, path: `${subject.path}.${path}` } as const
  return check(item, inside, context)
}

function checkJsonHas(values: readonly ParsedScalar[], subject: Subject, context: CheckContext): Filter {
  if (subject.kind === 'row' || !isDocument(subject.attribute)) throw unknown('$has', subject, context)
  return checkHas(values, placeInside(subject), placeOf(subject.path, context))
}

function placeInside(subject: Exclude<Subject, { kind: 'row' }>): JsonPlace {
  return { attribute: subject.attribute, segments: subject.kind === 'inside' ? subject.segments : [] }
}

function unknown(key: string, subject: Subject, context: CheckContext): ApiError {
  const { view, param, profile } = context
  const names = subject.kind === 'row' ? visibleNames(view, subject.model) : []
  const candidates = key.startsWith('$') ? OPERATOR_NAMES : names
  const ofNames = subject.kind === 'row' ? filterNamesHint(key, subject.model, context) : undefined
  const otherwise =
    profile === 'strapi' ? undefined : (withoutDollar(key, names) ?? validKeysHint(key, subject) ?? ofNames)
  return invalidKey({ key, path: subject.path, param, candidates, hint: filterHint(key, subject, context), otherwise })
}

function placeOf(path: string, { param, profile, now, extensions }: CheckContext): ValuePlace {
  return { param, path, profile, dates: { now, extensions } }
}
