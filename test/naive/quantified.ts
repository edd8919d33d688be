import type { Row } from './rows.ts'
import { isList, isObject, type Json } from './values.ts'

/** Whether a condition is true of a row: not false, not unknown. */
type HoldsOf = (row: Row, condition: Json) => boolean

const QUANTIFIERS = ['$some', '$every', '$none', '$all', '$count']

const isQuantifier = (key: string): boolean => QUANTIFIERS.includes(key)

/** Whether some part of what stands at a relation is about all of its rows. */
export const quantifies = (operand: Json, mixed = false): boolean => {
  if (isList(operand)) return operand.some((element) => quantifies(element, mixed))
  if (!isObject(operand)) return false
  const isOfAll = (key: string) => isQuantifier(key) || (mixed && ['$null', '$notNull'].includes(key))
  return Object.entries(operand).some(
    ([key, inner]) => isOfAll(key) || (['$and', '$or', '$not'].includes(key) && quantifies(inner, mixed)),
  )
}

/** `{ slug: ['a', 'b'] }` → `{ slug: 'a' }`, `{ slug: 'b' }`. */
const each = (operand: Json): readonly Json[] => {
  if (isList(operand)) return operand
  if (!isObject(operand)) return [operand]
  return Object.entries(operand).flatMap(([name, inner]) => each(inner).map((value) => ({ [name]: value })))
}

const NUMBERS: Readonly<Record<string, (count: number, operand: Json) => boolean>> = {
  $eq: (count, operand) => count === Number(operand),
  $ne: (count, operand) => count !== Number(operand),
  $lt: (count, operand) => count < Number(operand),
  $lte: (count, operand) => count <= Number(operand),
  $gt: (count, operand) => count > Number(operand),
  $gte: (count, operand) => count >= Number(operand),
  $in: (count, operand) => [operand].flat().map(Number).includes(count),
  $notIn: (count, operand) => ![operand].flat().map(Number).includes(count),
  $between: (count, operand) => {
    const [low = 0, high = 0] = [operand].flat().map(Number)
    return low <= count && count <= high
  },
  $not: (count, operand) => !compares(count, operand),
}

const compares = (count: number, operand: Json): boolean => {
  if (isList(operand)) return operand.map(Number).includes(count)
  if (!isObject(operand)) return count === Number(operand)
  return Object.entries(operand).every(([name, inner]) => {
    if (name === '$of') return true
    const holds = NUMBERS[name]
    if (holds === undefined) throw new Error(`The evaluator cannot count with '${name}'.`)
    return holds(count, inner)
  })
}

/** `filters[reviews][$every]…`, said of the rows that populate would show. */
export const quantified = (key: string, rows: readonly Row[], operand: Json, holds: HoldsOf): boolean => {
  switch (key) {
    case '$some':
      return rows.some((row) => holds(row, operand))
    case '$none':
      return !rows.some((row) => holds(row, operand))
    case '$every':
      return rows.every((row) => holds(row, operand))
    case '$all':
      return each(operand).every((one) => rows.some((row) => holds(row, one)))
    default: {
      const of = isObject(operand) ? operand.$of : undefined
      return compares(of === undefined ? rows.length : rows.filter((row) => holds(row, of)).length, operand)
    }
  }
}
