import { condition } from './condition.ts'
import { type Model, modelOf } from './models.ts'
import { quantified, quantifies } from './quantified.ts'
import { type Row, type Status, visible } from './rows.ts'
import { and, not, or, type Truth } from './truth.ts'
import { isList, isObject, type Json } from './values.ts'

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

/** What stands at a link: a plain part is about one of its rows, a quantifier about all of them. */
const linked = (place: Place, key: string, operand: Json): Truths => {
  if (!isObject(operand) || !quantifies(operand)) return joined(place, key, operand)
  const entries = Object.entries(operand)
  const plain = entries.filter(([name, inner]) => !quantifies({ [name]: inner }))
  const rest = entries.filter(([name, inner]) => quantifies({ [name]: inner }))
  const parts = rest.map(([name, inner]) => linkedPart(place, key, name, inner))
  return conjunction(plain.length === 0 ? parts : [joined(place, key, Object.fromEntries(plain)), ...parts])
}

const linkedPart = (place: Place, key: string, name: string, operand: Json): Truths => {
  const elements = isList(operand) ? operand : [operand]
  if (name === '$or') return disjunction(elements.map((element) => linked(place, key, element)))
  if (name === '$and') return conjunction(elements.map((element) => linked(place, key, element)))
  if (name === '$not') return negation(conjunction(elements.map((element) => linked(place, key, element))))
  const rows = place.row === null ? [] : visible(place.row, key, place.status)
  return new Set([quantified(name, rows, operand, (row, condition) => holds(row, condition, place.status))])
}

/** Whether what stands at a link is true of one of its rows. */
const holds = (row: Row, operand: Json, status: Status): boolean => {
  const condition = speaksOfAttributes(operand) ? operand : { id: operand }
  return truths({ model: row.model, row, status }, condition).has(true)
}

const joined = (place: Place, key: string, operand: Json): Truths => {
  const link = place.model.links[key]
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
