/** ParsedSort → SortKey: a path through links to a scalar, or to the number of entries of the last link. */

import { targetOf, visibleAttribute, visibleAttributes, visibleNames } from '../access/visible-schema.ts'
import { ApiError } from '../errors/api-error.ts'
import { invalidKey } from '../errors/invalid-key.ts'
import { parseOrder } from '../parse/parse-order.ts'
import { RANDOM } from '../parse/parse-sort.ts'
import type { ParsedSort } from '../parse/parsed-query.ts'
import { isPolymorphic } from '../schema/attribute-kinds.ts'
import type { Model, ScalarAttribute } from '../schema/schema.ts'
import { type Extensions, extensionHint } from '../vocabulary/extensions.ts'
import { COUNT } from '../vocabulary/quantifiers.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import type { CheckContext } from './check-filter.ts'
import { fieldNamesHint } from './names-hint.ts'
import type { SortKey, SortStep } from './query.ts'

/** The score of an entry (extension `search`). */
const SCORE = '$score'

/** The default order of a search. */
export const BY_SCORE: SortKey = { through: [], value: { kind: 'score' }, direction: 'desc', nulls: null }

/** The sort order of a list. `searched`: whether its entries have scores. */
export function checkRootSort(
  sort: readonly ParsedSort[],
  model: Model,
  context: CheckContext,
  searched: boolean,
): readonly SortKey[] {
  return withOrder(sort, (written, index) =>
    isScore(written, model, context)
      ? checkScore(written, context, searched)
      : checkOne(written, index, model, context),
  )
}

/** Checks all keys, and returns those that have a direction. */
export function withOrder<K>(
  sort: readonly ParsedSort[],
  check: (written: ParsedSort, index: number) => K,
): readonly K[] {
  return sort.flatMap((written, index) => {
    const key = check(written, index)
    return written.order === '' ? [] : [key]
  })
}

/** An attribute of this name takes precedence. */
function isScore({ path }: ParsedSort, model: Model, { view, extensions }: CheckContext): boolean {
  const isNamed = path.length === 1 && path[0] === SCORE && extensions.on.has('search')
  return isNamed && visibleAttribute(view, model, SCORE) === undefined
}

function checkScore({ direction, fold }: ParsedSort, { param }: CheckContext, searched: boolean): SortKey {
  if (fold) throw withoutCase(SCORE, param)
  if (searched) return { ...BY_SCORE, direction }
  throw new ApiError('ORDER_INVALID', {
    message: `Invalid order: without a search there is no ${SCORE}. Add _q[text], or leave it out`,
    details: { source: 'query', param, path: SCORE },
  })
}

export function checkSort(sort: readonly ParsedSort[], model: Model, context: CheckContext): readonly SortKey[] {
  return withOrder(sort, (written, index) => checkOne(written, index, model, context))
}

function checkOne(written: ParsedSort, index: number, model: Model, context: CheckContext): SortKey {
  // An attribute of this name takes precedence.
  const isAttribute = written.seed !== null && visibleAttribute(context.view, model, RANDOM) !== undefined
  if (written.seed !== null && !isAttribute) return checkRandom(written.seed, index, context)
  const order = isAttribute ? parseOrder(written.seed ?? '', context.extensions) : {}
  return checkKey({ ...written, ...order }, model, context)
}

function checkKey(key: ParsedSort, root: Model, context: CheckContext): SortKey {
  const through: SortStep[] = []
  let model = root
  for (const [index, name] of key.path.entries()) {
    const parent = index === 0 ? null : key.path.slice(0, index).join('.')
    const attribute = visibleAttribute(context.view, model, name)
    const { param } = context
    const path = key.path.slice(0, index + 1).join('.')
    const next = key.path[index + 1]
    if (attribute === undefined) {
      const link = through.pop()
      if (link === undefined || !isCount(name, link, context)) throw unknown(name, parent, model, context)
      if (next !== undefined) throw invalidKey({ key: next, path, param })
      if (key.fold) throw withoutCase(path, param)
      return { through, value: { kind: 'count', link }, direction: key.direction, nulls: key.nulls }
    }
    if (attribute.kind === 'scalar') {
      if (next !== undefined) throw invalidKey({ key: next, path, param })
      const { direction, nulls } = key
      if (key.fold && !isText(attribute)) throw withoutCase(path, param)
      return { through, value: { kind: key.fold ? 'folded' : 'field', attribute }, direction, nulls }
    }
    if (isPolymorphic(attribute)) throw invalidKey({ key: name, path, param })
    const target = targetOf(context.view, attribute)
    if (next === undefined) {
      const shown = key.order === '' ? name : (key.order ?? name)
      throw invalidKey({ key: shown, path, param, hint: belowHint(path, target, context) })
    }
    model = target
    through.push({ attribute, target: model })
  }
  throw new Error('a sort key without a name')
}

/** For `sort=author`. Strapi gives no hint. */
function belowHint(path: string, target: Model, { view, profile }: CheckContext): string | undefined {
  if (profile === 'strapi') return undefined
  const texts = visibleAttributes(view, target).filter((attribute) => attribute.kind === 'scalar' && isText(attribute))
  const field = texts.find(({ name }) => name !== 'documentId')?.name ?? 'id'
  return `${path} is not a field: sort by a field of it, such as ${path}.${field}`
}

const SEED = /^[A-Za-z0-9_-]{1,64}$/

/** `$random` must be the first key: after another key it would only shuffle ties. */
function checkRandom(seed: string, index: number, { param }: CheckContext): SortKey {
  const refuse = (message: string) =>
    new ApiError('ORDER_INVALID', { message, details: { source: 'query', param, path: RANDOM } })
  if (!SEED.test(seed)) {
    throw refuse(`Invalid seed at ${RANDOM}. Expected 1 to 64 letters, digits, - and _: sort=${RANDOM}:monday`)
  }
  if (index > 0) throw refuse(`Invalid order: ${RANDOM} must be the first key`)
  return { through: [], value: { kind: 'random', seed }, direction: 'asc', nulls: null }
}

function isText({ type }: ScalarAttribute): boolean {
  return valueKind(type) === 'text' || valueKind(type) === 'choice'
}

function withoutCase(path: string, param: string): ApiError {
  return new ApiError('ORDER_INVALID', {
    message: `Invalid order at ${path}: only texts have upper and lower case. Leave .ci out`,
    details: { source: 'query', param, path },
  })
}

/** For `reviews.$count`: whether the link is to many. */
function isCount(name: string, { attribute }: SortStep, { extensions }: CheckContext): boolean {
  return name === COUNT && attribute.toMany && extensions.on.has('quantifiers')
}

function unknown(key: string, path: string | null, model: Model, context: CheckContext): ApiError {
  const { view, param, extensions } = context
  const hint = key === COUNT ? countHint(path, context) : undefined
  const advice = path === null ? (hintForOrder(key, extensions) ?? descendingHint(key, model, context) ?? hint) : hint
  const candidates = visibleNames(view, model)
  return invalidKey({ key, path, param, candidates, hint: advice, otherwise: fieldNamesHint(key, model, context) })
}

function hintForOrder(key: string, extensions: Extensions): string | undefined {
  if (key === RANDOM) return extensionHint('sorting', extensions)
  return key === SCORE ? extensionHint('search', extensions) : undefined
}

/** For `sort=-title`, the syntax of other APIs. */
function descendingHint(key: string, model: Model, { view }: CheckContext): string | undefined {
  const name = key.slice(1)
  const isMeant = key.startsWith('-') && visibleAttribute(view, model, name)?.kind === 'scalar'
  return isMeant ? `Did you mean ${name}:desc?` : undefined
}

function countHint(path: string | null, { extensions }: CheckContext): string | undefined {
  if (!extensions.on.has('quantifiers')) return extensionHint('quantifiers', extensions)
  return path === null ? `Name the relation: relation.${COUNT}` : `${path} leads to one entry at most`
}
