import { condition } from './condition.ts'
import { type Model, modelOf } from './models.ts'
import { quantified, quantifies } from './quantified.ts'
import { type Row, type Status, visible } from './rows.ts'
import { and, not, or, type Truth } from './truth.ts'
import { asBoolean, isList, isObject, type Json } from './values.ts'

/**
 * The truths a condition takes over all joined rows of one entry. Every occurrence of a relation key is a LEFT JOIN of
 * its own, so the joined rows of two conditions are all pairs; pairs of equal truths are kept once, which is why a set
 * is enough and the enumeration stays small.
 */
type Truths = ReadonlySet<Truth>

const pairs = (left: Truths, right: Truths, combine: (a: Truth, b: Truth) => Truth): Truths =>
  new Set([...left].flatMap((a) => [...right].map((b) => combine(a, b))))

const conjunction = (parts: readonly Truths[]): Truths => parts.reduce((a, b) => pairs(a, b, and), new Set([true]))
const disjunction = (parts: readonly Truths[]): Truths => parts.reduce((a, b) => pairs(a, b, or), new Set([false]))
const negation = (part: Truths): Truths => new Set([...part].map(not))

const groups = (operand: Json): readonly Json[] => {
  const elements = isList(operand) ? operand : [operand]
  return elements.filter((element) => isObject(element) && Object.keys(element).length > 0)
}

/** `filters[author][$eq]=2` speaks of the id of the joined row. */
const speaksOfAttributes = (operand: Json): boolean => {
  if (isList(operand)) return operand.some(speaksOfAttributes)
  if (!isObject(operand)) return false
  return Object.entries(operand).some(([key, inner]) => !key.startsWith('$') || speaksOfAttributes(inner))
}

interface Place {
  readonly model: Model
  /** null: the LEFT JOIN found no row, and every column is NULL. */
  readonly row: Row | null
  readonly status: Status
}

/** The filter on a link: a plain condition applies to one of its rows, a quantifier to all of them. */
const linked = (place: Place, key: string, operand: Json): Truths => {
  if (isMixed(place, key) && operand === null) return linkedPart(place, key, '$null', 'true')
  if (!isObject(operand) || !quantifies(operand, isMixed(place, key))) return joined(place, key, operand)
  const entries = Object.entries(operand)
  const isOfAll = ([name, inner]: [string, Json]) => quantifies({ [name]: inner }, isMixed(place, key))
  const plain = entries.filter((entry) => !isOfAll(entry))
  const rest = entries.filter(isOfAll)
  const parts = rest.map(([name, inner]) => linkedPart(place, key, name, inner))
  return conjunction(plain.length === 0 ? parts : [joined(place, key, Object.fromEntries(plain)), ...parts])
}

const linkedPart = (place: Place, key: string, name: string, operand: Json): Truths => {
  const elements = isList(operand) ? operand : [operand]
  if (name === '$or') return disjunction(elements.map((element) => linked(place, key, element)))
  if (name === '$and') return conjunction(elements.map((element) => linked(place, key, element)))
  if (name === '$not') return negation(conjunction(elements.map((element) => linked(place, key, element))))
  const rows = place.row === null ? [] : visible(place.row, key, place.status)
  if (name === '$null' || name === '$notNull')
    return new Set([(rows.length === 0) === ((name === '$null') === asBoolean(operand))])
  const isTrueOf = isMixed(place, key)
    ? (row: Row, condition: Json) => truthsOfItem(row, condition, place.status).has(true)
    : (row: Row, condition: Json) => holds(row, condition, place.status)
  return new Set([quantified(name, rows, operand, isTrueOf)])
}

/** Rows of several models: a dynamic zone, a relation to any type. */
const isMixed = ({ model }: Place, key: string): boolean => ['zone', 'morph'].includes(model.links[key]?.kind ?? '')

/** The conditions on an item: on the name of its model, and on its attributes in the part for that model. */
const truthsOfItem = (row: Row, filters: Json, status: Status): Truths => {
  if (!isObject(filters)) return new Set([true])
  return conjunction(
    Object.entries(filters).map(([key, operand]) => {
      if (key === 'on') return truthsOfArm(row, operand, status)
      if (key === '__component' || key === '__type') return new Set([condition('text', row.model.uid, operand)])
      const parts = (isList(operand) ? operand : [operand]).map((part) => truthsOfItem(row, part, status))
      if (key === '$or') return disjunction(parts)
      return key === '$not' ? negation(conjunction(parts)) : conjunction(parts)
    }),
  )
}

const truthsOfArm = (row: Row, arms: Json, status: Status): Truths => {
  const arm = isObject(arms) ? arms[row.model.uid] : undefined
  if (arm === undefined) return new Set([false])
  if (arm === 'true') return new Set([true])
  return truths({ model: row.model, row, status }, speaksOfAttributes(arm) ? arm : { id: arm })
}

/** Without items nothing is said of one: neither a condition nor its negation. */
const itemsOf = (place: Place, key: string, operand: Json): Truths => {
  const rows = place.row === null ? [] : visible(place.row, key, place.status)
  if (rows.length === 0) return new Set([null])
  return new Set(rows.flatMap((row) => [...truthsOfItem(row, operand, place.status)]))
}

/** Whether what stands at a link is true of one of its rows. */
const holds = (row: Row, operand: Json, status: Status): boolean => {
  const condition = speaksOfAttributes(operand) ? operand : { id: operand }
  return truths({ model: row.model, row, status }, condition).has(true)
}

const joined = (place: Place, key: string, operand: Json): Truths => {
  const link = place.model.links[key]
  if (isMixed(place, key)) return itemsOf(place, key, operand)
  if (link === undefined || link.kind === 'zone' || link.kind === 'morph') {
    throw new Error(`The evaluator cannot filter ${place.model.uid} on '${key}'.`)
  }
  const found = place.row === null ? [] : visible(place.row, key, place.status)
  const rows = found.length === 0 ? [null] : found
  const inner = speaksOfAttributes(operand) ? operand : { id: operand }
  const target = modelOf(link.target)
  return new Set(rows.flatMap((row) => [...truths({ model: target, row, status: place.status }, inner)]))
}

const truthsOfKey = (place: Place, key: string, operand: Json): Truths => {
  if (key === '$and') return conjunction(groups(operand).map((group) => truths(place, group)))
  if (key === '$or') return disjunction(groups(operand).map((group) => truths(place, group)))
  if (key === '$not') return negation(conjunction(groups(operand).map((group) => truths(place, group))))
  const kind = place.model.scalars[key]
  if (kind !== undefined) return new Set([condition(kind, place.row?.values[key] ?? null, operand)])
  return linked(place, key, operand)
}

const truths = (place: Place, filters: Json): Truths => {
  if (!isObject(filters)) return new Set([true])
  return conjunction(Object.entries(filters).map(([key, operand]) => truthsOfKey(place, key, operand)))
}

/** An entry is found when the condition is true of one of its joined rows. */
export const matches = (row: Row, filters: Json | undefined, status: Status): boolean =>
  filters === undefined || truths({ model: row.model, row, status }, filters).has(true)
