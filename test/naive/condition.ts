import type { Kind } from './models.ts'
import { all, any, not, type Truth } from './truth.ts'
import { asBoolean, cast, compare, isList, isObject, type Json, shownText, type Value } from './values.ts'

type Test = (kind: Kind, value: Value, operand: Json) => Truth

const ordered =
  (holds: (order: number) => boolean): Test =>
  (kind, value, operand) => {
    const bound = cast(kind, operand)
    return value === null || bound === null ? null : holds(compare(value, bound))
  }

const orNull =
  (test: Test, whenNull: (value: Value) => Truth): Test =>
  (kind, value, operand) =>
    operand === null ? whenNull(value) : test(kind, value, operand)

/** A text operand that is missing is the word «null». */
const text =
  (holds: (value: string, operand: string) => boolean): Test =>
  (kind, value, operand) =>
    value === null ? null : holds(shownText(kind, value), String(operand))

const folded = (holds: (value: string, operand: string) => boolean): Test =>
  text((value, operand) => holds(value.toLowerCase(), operand.toLowerCase()))

const negated =
  (test: Test): Test =>
  (kind, value, operand) =>
    not(test(kind, value, operand))

const isNull = (value: Value): Truth => value === null
const isNotNull = (value: Value): Truth => value !== null
const equal = ordered((order) => order === 0)
const contains = (value: string, operand: string): boolean => value.includes(operand)
const startsWith = (value: string, operand: string): boolean => value.startsWith(operand)
const endsWith = (value: string, operand: string): boolean => value.endsWith(operand)
const same = (value: string, operand: string): boolean => value === operand

/** Operators of one operand; a list means «any of these». */
const SINGLE: Readonly<Record<string, Test>> = {
  $eq: orNull(equal, isNull),
  $ne: orNull(negated(equal), isNotNull),
  $eqi: orNull(folded(same), isNull),
  $nei: orNull(negated(folded(same)), isNotNull),
  $lt: ordered((order) => order < 0),
  $lte: ordered((order) => order <= 0),
  $gt: ordered((order) => order > 0),
  $gte: ordered((order) => order >= 0),
  $contains: text(contains),
  $notContains: negated(text(contains)),
  $containsi: folded(contains),
  $notContainsi: negated(folded(contains)),
  $startsWith: text(startsWith),
  $startsWithi: folded(startsWith),
  $endsWith: text(endsWith),
  $endsWithi: folded(endsWith),
}

const asList = (operand: Json): readonly Json[] => (isList(operand) ? operand : [operand])

const isIn: Test = (kind, value, operand) => any(asList(operand).map((element) => equal(kind, value, element)))

const between: Test = (kind, value, operand) => {
  const [low = null, high = null] = asList(operand)
  const atLeast = ordered((order) => order >= 0)
  const atMost = ordered((order) => order <= 0)
  return all([atLeast(kind, value, low), atMost(kind, value, high)])
}

const flag = (operand: Json): boolean => (isList(operand) ? true : asBoolean(operand))

const WHOLE: Readonly<Record<string, Test>> = {
  $in: isIn,
  $notIn: negated(isIn),
  $between: between,
  $null: (_kind, value, operand) => (value === null) === flag(operand),
  $notNull: (_kind, value, operand) => (value !== null) === flag(operand),
  $and: (kind, value, operand) => all(asList(operand).map((element) => condition(kind, value, element))),
  $or: (kind, value, operand) => any(asList(operand).map((element) => condition(kind, value, element))),
  $not: (kind, value, operand) => any(asList(operand).map((element) => not(condition(kind, value, element)))),
}

const operator = (name: string, kind: Kind, value: Value, operand: Json): Truth => {
  const single = SINGLE[name]
  if (single !== undefined) return any(asList(operand).map((element) => single(kind, value, element)))
  const whole = WHOLE[name]
  if (whole === undefined) throw new Error(`The evaluator does not know the operator ${name}.`)
  return whole(kind, value, operand)
}

/** The condition after an attribute's name in `filters`, applied to one value. */
export const condition: Test = (kind, value, operand) => {
  if (operand === null) return value === null
  if (isList(operand)) return isIn(kind, value, operand)
  if (!isObject(operand)) return equal(kind, value, operand)
  return all(Object.entries(operand).map(([name, inner]) => operator(name, kind, value, inner)))
}
