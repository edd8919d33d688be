/**
 * A statement for all values of a query shape. It is made from a statement for example values, by finding these among
 * the bound values. Then it is verified: filled with other examples, it must equal what the pipeline prepares for them.
 */

import { isDeepStrictEqual } from 'node:util'
import type { SqlValue, Statement } from '../sql/statement.ts'
import type { PreparedRead, PreparedTotal } from './prepared-read.ts'

/** A read prepared from a URL with these values. */
export interface Example {
  readonly values: readonly string[]
  readonly prepared: PreparedRead
}

export interface Template {
  /** The prepared read for these values. */
  fill(values: readonly string[]): PreparedRead
  /** Size of its texts, in characters. */
  readonly size: number
}

/** Null if the statement depends on a value in another way than by binding it, for example in its text. */
export function templateFrom(first: Example, others: readonly Example[]): Template | null {
  const { until, terms, order } = first.prepared
  if (until !== null || terms !== null || order !== '') return null
  const find = createFinder(first.values)
  const template = templateOf(first.prepared, find.within)
  const isRight = ({ values, prepared }: Example) => isDeepStrictEqual(whole(template.fill(values)), whole(prepared))
  return find.foundAll() && others.every(isRight) ? template : null
}

/** Calls the functions of a prepared read, so that the results can be compared. */
function whole({ total, ...read }: PreparedRead) {
  const { uncounted = null, ...counted } = total?.() ?? {}
  return { ...read, counted, uncounted: uncounted?.() }
}

function templateOf(prepared: PreparedRead, find: Find): Template {
  const statementOf = fillStatement(prepared.statement, find)
  const totalOf = prepared.total === null ? null : fillTotal(prepared.total(), find)
  return {
    fill: (values) => ({
      ...prepared,
      statement: statementOf(values),
      total: totalOf && (() => totalOf(values)),
    }),
    size: prepared.statement.text.length * (totalOf === null ? 1 : 2),
  }
}

function fillStatement({ text, values: examples }: Statement, find: Find): (values: readonly string[]) => Statement {
  const fills = examples.map(find)
  return (values) => ({
    text,
    values: fills.map((fill, index) => (fill === null ? (examples[index] ?? null) : fill(values))),
  })
}

function fillTotal(
  { key, tables, uncounted }: PreparedTotal,
  find: Find,
): (values: readonly string[]) => PreparedTotal {
  const keyOf = find(key)
  const statementOf = fillStatement(uncounted(), find)
  return (values) => ({
    key: keyOf === null ? key : String(keyOf(values)),
    tables,
    uncounted: () => statementOf(values),
  })
}

type Fill = (values: readonly string[]) => SqlValue

/** Where the example values are in a bound value; null if it contains none. */
type Find = (bound: SqlValue) => Fill | null

/** The number of a value, and whether it is bound in lower case. */
interface Slot {
  readonly number: number
  readonly lower: boolean
}

function createFinder(examples: readonly string[]): { readonly within: Find; foundAll(): boolean } {
  const found = new Set<number>()
  const slots = new Map<string, Slot>([
    ...examples.map((example, number) => [example.toLowerCase(), { number, lower: true }] as const),
    ...examples.map((example, number) => [example, { number, lower: false }] as const),
  ])
  // The longest first, because a short value may be a part of a longer one.
  const longestFirst = [...slots.keys()].sort((one, other) => other.length - one.length)
  const anyExample = new RegExp(`(${longestFirst.join('|')})`)

  function slotOf(example: string): Slot | null {
    const slot = slots.get(example) ?? null
    if (slot !== null) found.add(slot.number)
    return slot
  }

  return {
    within(bound) {
      if (typeof bound === 'string') return fillText(bound.split(anyExample).map((part) => slotOf(part) ?? part))
      const slot = bound === null ? null : slotOf(String(bound))
      if (slot === null) return null
      const { number } = slot
      return typeof bound === 'bigint' ? (values) => BigInt(values[number] ?? '') : (values) => Number(values[number])
    },
    foundAll: () => found.size === examples.length,
  }
}

/** Constant texts, and the slots between them. */
function fillText(parts: readonly (string | Slot)[]): Fill | null {
  if (parts.every((part) => typeof part === 'string')) return null
  return (values) => parts.map((part) => (typeof part === 'string' ? part : textOf(part, values))).join('')
}

function textOf({ number, lower }: Slot, values: readonly string[]): string {
  const value = values[number] ?? ''
  return lower ? value.toLowerCase() : value
}
