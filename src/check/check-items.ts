/**
 * Filters on dynamic zones and polymorphic relations (extension `zones`). Each item is tested by the filter for its
 * component or type:
 *
 *   filters[sections][on][blocks.quote][text][$contains]=owl&filters[sections][on][blocks.hero]=true
 *   filters[sections][__component][$ne]=blocks.cta
 *   filters[sections][$null]=true
 */

import type { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import type { ParsedComparison, ParsedFilter } from '../parse/parsed-query.ts'
import type { Model, PolymorphicAttribute } from '../schema/schema.ts'
import { OPERATORS } from '../vocabulary/operators.ts'
import { checkLinked } from './check-quantified.ts'
import { checkComparisons, nameOf, operatorOf } from './comparisons-alone.ts'
import type { Filter, FilteredRows } from './query.ts'
import type { ValuePlace } from './uncastable.ts'

/** The items of a polymorphic attribute. */
export interface Items {
  readonly attribute: PolymorphicAttribute
  /** The models of its items that the caller may find. */
  readonly models: readonly Model[]
  readonly place: ValuePlace
  /** Checks the filter for items of one model. */
  readonly checkRow: (parsed: ParsedFilter, model: Model, path: string) => Filter
}

type ParsedAttribute = Extract<ParsedFilter, { kind: 'attribute' }>

const TAGS = { dynamiczone: '__component', morphTo: '__type' } as const
const ALWAYS: Filter = { kind: 'and', items: [] }
const NEVER: Filter = { kind: 'or', items: [] }

export function checkItems(parsed: ParsedFilter, items: Items): Filter {
  return checkLinked(withEmptiness(parsed, items), {
    toMany: items.attribute.toMany,
    place: items.place,
    plain: (item) => ({ kind: 'polymorphic', rows: rowsOf(item, items) }),
    rows: (item) => rowsOf(item, items),
  })
}

/** `$null` at the attribute itself means that it has no items. */
function withEmptiness(parsed: ParsedFilter, items: Items): ParsedFilter {
  switch (parsed.kind) {
    case 'and':
    case 'or':
      return { kind: parsed.kind, items: parsed.items.map((item) => withEmptiness(item, items)) }
    case 'not':
      return { kind: 'not', item: withEmptiness(parsed.item, items) }
    case 'compare': {
      if (parsed.comparison.shape !== 'null') throw misplaced(parsed.comparison.operator, items)
      const quantifier = parsed.comparison.isNull ? '$none' : '$some'
      return { kind: 'quantified', quantifier, item: { kind: 'and', items: [] } }
    }
    default:
      return parsed
  }
}

function rowsOf(parsed: ParsedFilter, items: Items): FilteredRows {
  const { attribute, models } = items
  return { attribute, arms: models.map((target) => ({ target, filter: checkItem(parsed, target, items) })) }
}

function checkItem(parsed: ParsedFilter, model: Model, items: Items): Filter {
  switch (parsed.kind) {
    case 'and':
    case 'or':
      return { kind: parsed.kind, items: parsed.items.map((item) => checkItem(item, model, items)) }
    case 'not':
      return { kind: 'not', item: checkItem(parsed.item, model, items) }
    case 'compare':
      throw misplaced(operatorOf(parsed.comparison), items)
    case 'attribute':
      if (parsed.name === 'on') return checkArm(armsOf(parsed.item, items), model, items)
      if (parsed.name === TAGS[items.attribute.kind]) return checkTag(parsed.item, model, items)
      throw misplaced(parsed.name, items)
    default:
      throw misplaced(nameOf(parsed), items)
  }
}

function armsOf(parsed: ParsedFilter, items: Items): readonly ParsedAttribute[] {
  const arms = parsed.kind === 'and' ? parsed.items : [parsed]
  return arms.map((arm) => {
    if (arm.kind !== 'attribute') throw misplaced('on', items)
    refuseUnknown(arm.name, 'on', items)
    return arm
  })
}

/** An item whose model is not named matches none of the arms. */
function checkArm(arms: readonly ParsedAttribute[], model: Model, { place, checkRow }: Items): Filter {
  const arm = arms.find(({ name }) => name === model.uid)
  if (arm === undefined) return NEVER
  return isTrue(arm.item) ? ALWAYS : checkRow(arm.item, model, `${place.path}.on.${model.uid}`)
}

/** `[on][blocks.quote]=true`: the attribute has such an item. */
function isTrue(parsed: ParsedFilter): boolean {
  return parsed.kind === 'compare' && parsed.comparison.shape === 'value' && parsed.comparison.value === 'true'
}

function checkTag(parsed: ParsedFilter, model: Model, items: Items): Filter {
  return checkComparisons(parsed, {
    compare: (comparison) => compareTag(comparison, model, items),
    refusal: (key) => misplacedAtTag(key, items),
  })
}

/** The arm determines the component or type of an item, so the test needs no row. */
function compareTag(comparison: ParsedComparison, model: Model, items: Items): Filter {
  const uids = uidsIn(comparison)
  if (uids === null) throw misplacedAtTag(operatorOf(comparison), items)
  for (const uid of uids) refuseUnknown(uid, TAGS[items.attribute.kind], items)
  const negated = comparison.shape !== 'null' && OPERATORS[comparison.operator].negated
  return uids.includes(model.uid) === negated ? NEVER : ALWAYS
}

/** Null if the filter does not compare with a name. */
function uidsIn(comparison: ParsedComparison): readonly string[] | null {
  const isName = comparison.shape === 'value' && OPERATORS[comparison.operator].test === 'eq'
  const values = isName ? [comparison.value] : comparison.shape === 'list' ? comparison.values : null
  return values === null || values.some((value) => value === null) ? null : values.map(String)
}

/**
 * The same error for a component that does not exist or does not belong to the zone, and for a type that the caller may
 * not find.
 */
function refuseUnknown(uid: string, key: string, { models, place: { path, param } }: Items): void {
  const known = models.map((model) => model.uid)
  if (!known.includes(uid)) throw invalidKey({ key: uid, path: `${path}.${key}`, param, candidates: known })
}

function misplaced(key: string, { attribute, place: { path, param } }: Items): ApiError {
  const name = attribute.kind === 'dynamiczone' ? 'component' : 'type'
  const hint = `Name the ${name}: filters[${attribute.name}][on][${name}][…], or [${TAGS[attribute.kind]}]=${name}, or [$null]`
  return invalidKey({ key, path, param, hint })
}

function misplacedAtTag(key: string, { attribute, place: { path, param } }: Items): ApiError {
  const tag = TAGS[attribute.kind]
  return invalidKey({ key, path: `${path}.${tag}`, param, hint: `${tag} takes $eq, $ne, $in and $notIn` })
}
