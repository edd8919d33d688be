/**
 * One test of a value in a JSON document. A value of another type than the compared one fails it, so each comparison is
 * inside a `case` on the type: a database may evaluate the parts of an `and` in any order.
 *
 *   case when <type> is null then null when <type> = 'number' then <number> >= 400 else 1 = 0 end
 *
 * No index serves that. Equality, and membership in a list, are written in a form that an index serves, unless they are
 * negated.
 */

import type { JsonCondition, JsonTest, Value } from '../plan/read-plan.ts'
import { COMPARISONS } from './compile-test.ts'
import type { Dialect, JsonAt, ServedJson } from './dialect.ts'
import type { Scope } from './scope.ts'
import { bind, column, join, literal, type Sql, sql } from './sql.ts'

export function compileJson(
  { column: tested, segments, test, negated }: JsonCondition,
  own: string,
  scope: Scope,
): Sql {
  const at = scope.dialect.jsonAt(column(own, tested.name), segments)
  if (test.kind === 'isNull') return negated ? sql`${at.type} is not null` : sql`${at.type} is null`
  if (negated) return sql`not ${compilePositive(at, test, scope.dialect)}`
  return compileServed(at, test) ?? compilePositive(at, test, scope.dialect)
}

/** Null where no index serves. */
function compileServed({ served }: JsonAt, test: JsonTest): Sql | null {
  if (served === null) return null
  switch (test.kind) {
    case 'has':
      return anyOf(test.values, (value) => served.has(JSON.stringify(value)))
    case 'in':
      return anyOf(test.values, (value) => equals(served, value))
    case 'eq':
      return equals(served, test.value)
    default:
      return null
  }
}

/** A comparison with null is never true. */
function equals(served: ServedJson, value: Value): Sql {
  return value === null ? sql`1 = 0` : served.equals(typeof value === 'bigint' ? String(value) : JSON.stringify(value))
}

function compilePositive(at: JsonAt, test: Exclude<JsonTest, { kind: 'isNull' }>, dialect: Dialect): Sql {
  switch (test.kind) {
    case 'has':
      return anyOf(test.values, (value) => ofType(at, 'array', at.has(JSON.stringify(value))))
    case 'in':
      return anyOf(test.values, (value) => compare(at, COMPARISONS.eq, value, dialect))
    case 'between':
      return sql`(${compare(at, COMPARISONS.gte, test.low, dialect)} and ${compare(at, COMPARISONS.lte, test.high, dialect)})`
    default:
      if ('value' in test) return compare(at, COMPARISONS[test.kind], test.value, dialect)
      return ofType(at, 'string', dialect.textTest(at.text, test))
  }
}

function anyOf(values: readonly Value[], of: (value: Value) => Sql): Sql {
  return sql`(${join(values.map(of), ' or ')})`
}

/** A comparison with null is never true. */
function compare(at: JsonAt, operator: Sql, value: Value, dialect: Dialect): Sql {
  switch (typeof value) {
    case 'string':
      return ofType(at, 'string', sql`${at.text} ${operator} ${dialect.value(value, 'text')}`)
    case 'boolean':
      return ofType(at, 'boolean', sql`${at.text} ${operator} ${bind(String(value))}`)
    case 'number':
    case 'bigint':
      return ofType(at, 'number', sql`${at.number} ${operator} ${dialect.value(value, 'decimal')}`)
    default:
      return sql`(1 = null)`
  }
}

function ofType({ type }: JsonAt, expected: JsonType, holds: Sql): Sql {
  return sql`case when ${type} is null then null when ${type} = ${literal(expected)} then ${holds} else 1 = 0 end`
}

type JsonType = 'string' | 'number' | 'boolean' | 'array'
