import { all, any, not, type Truth } from './truth.ts'
import { isList, isObject, type Json } from './values.ts'

/** The value at the end of a path; undefined where there is none. */
export const valueAt = (document: Json | undefined, path: string): Json | undefined =>
  path.split('.').reduce((value: Json | undefined, segment) => {
    if (isList(value)) return /^-?\d+$/.test(segment) ? value.at(Number(segment)) : undefined
    return isObject(value) && Object.hasOwn(value, segment) ? value[segment] : undefined
  }, document)

/** An operand as it is written in a URL: JSON, or a text. */
const read = (operand: Json): Json => {
  try {
    return JSON.parse(String(operand)) as Json
  } catch {
    return String(operand)
  }
}

type Test = (value: Exclude<Json, null>, operand: Json) => boolean

const alike =
  (holds: (order: number) => boolean): Test =>
  (value, operand) => {
    const other = read(operand)
    if (typeof value !== typeof other || isList(value) || isObject(value)) return false
    const [a, b] =
      typeof value === 'string' ? [Buffer.from(value), Buffer.from(String(other))] : [Number(value), Number(other)]
    return holds(Buffer.isBuffer(a) && Buffer.isBuffer(b) ? Buffer.compare(a, b) : a < b ? -1 : a > b ? 1 : 0)
  }

const text =
  (holds: (value: string, operand: string) => boolean): Test =>
  (value, operand) =>
    typeof value === 'string' && holds(value, String(operand))

const equal = alike((order) => order === 0)

const TESTS: Readonly<Record<string, Test>> = {
  $eq: equal,
  $lt: alike((order) => order < 0),
  $lte: alike((order) => order <= 0),
  $gt: alike((order) => order > 0),
  $gte: alike((order) => order >= 0),
  $contains: text((value, operand) => value.includes(operand)),
  $containsi: text((value, operand) => value.toLowerCase().includes(operand.toLowerCase())),
  $startsWith: text((value, operand) => value.startsWith(operand)),
  $endsWith: text((value, operand) => value.endsWith(operand)),
  $eqi: text((value, operand) => value.toLowerCase() === operand.toLowerCase()),
}

const NEGATED: Readonly<Record<string, string>> = { $ne: '$eq', $notContains: '$contains', $nei: '$eqi' }

const operator = (name: string, value: Json | undefined, operand: Json): Truth => {
  const isMissing = value === undefined || value === null
  if (name === '$null') return isMissing === (operand === 'true')
  if (name === '$not') return not(inside(value, operand))
  const positive = NEGATED[name]
  if (positive !== undefined) return not(operator(positive, value, operand))
  if (name === '$notIn') return not(operator('$in', value, operand))
  if (isMissing) return null
  if (name === '$has') {
    const wanted = isList(operand) ? operand : [operand]
    return isList(value) && value.some((item) => wanted.some((one) => item !== null && equal(item, one)))
  }
  if (name === '$in') return any((operand as readonly Json[]).map((one) => equal(value, one)))
  if (name === '$between') {
    const [low = null, high = null] = operand as readonly Json[]
    return all([operator('$gte', value, low), operator('$lte', value, high)])
  }
  const test = TESTS[name]
  if (test === undefined) throw new Error(`The evaluator does not know the operator ${name}.`)
  return test(value, operand)
}

/** The condition after a path, applied to the value at the path. */
export const inside = (value: Json | undefined, operand: Json): Truth =>
  isObject(operand)
    ? all(Object.entries(operand).map(([name, inner]) => operator(name, value, inner)))
    : operator('$eq', value, operand)
