/**
 * Tests a value inside a JSON document. A value of another type fails the test, because it is null here:
 *
 *   <value, only numbers> >= 400
 *
 * Under a negation, a missing value must differ from one of another type. That takes a `case` on the type, since a database
 * may evaluate the parts of an `and` in any order:
 *
 *   not case when <type> is null then null when <type> = 'number' then <number> >= 400 else 1 = 0 end
 *
 * No index serves this form. Equality and membership in a list have a form that an index serves, unless they are negated.
 */

import type { JsonCondition, JsonTest, Value } from '../plan/read-plan.ts'
import { COMPARISONS } from './compile-test.ts'
import type { Dialect, JsonAt, JsonScalarType, ServedJson } from './dialect.ts'
import type { Scope } from './scope.ts'
import { bind, column, join, literal, type Sql, sql } from './sql.ts'

export function compileJson(
  { column: tested, segments, test, negated }: JsonCondition,
  own: string,
  scope: Scope,
): Sql {
  const at = scope.dialect.jsonAt(column(own, tested.name), segments)
  if (test.kind === 'isNull') return negated ? sql`${at.type} is not null` : sql`${at.type} is null`
  if (negated) return sql`not ${compileTyped(at, test, scope.dialect, ofType)}`
  return compileServed(at, test) ?? compileTyped(at, test, scope.dialect, onlyOfType)
}

/** Null if no index serves the test. */
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

/** A comparison of values of one type. */
type Typed = (at: JsonAt, type: JsonScalarType, holds: (value: Sql) => Sql) => Sql

function compileTyped(at: JsonAt, test: Exclude<JsonTest, { kind: 'isNull' }>, dialect: Dialect, typed: Typed): Sql {
  const compareWith = (operator: Sql, value: Value) => compare(at, operator, value, { dialect, typed })
  switch (test.kind) {
    case 'has':
      return anyOf(test.values, (value) => caseOf(at, 'array', at.has(JSON.stringify(value))))
    case 'in':
      return anyOf(test.values, (value) => compareWith(COMPARISONS.eq, value))
    case 'between':
      return sql`(${compareWith(COMPARISONS.gte, test.low)} and ${compareWith(COMPARISONS.lte, test.high)})`
    default:
      if ('value' in test) return compareWith(COMPARISONS[test.kind], test.value)
      return typed(at, 'string', (text) => dialect.textTest(text, test))
  }
}

function anyOf(values: readonly Value[], of: (value: Value) => Sql): Sql {
  return sql`(${join(values.map(of), ' or ')})`
}

/** A comparison with null is never true. */
function compare(
  at: JsonAt,
  operator: Sql,
  value: Value,
  { dialect, typed }: { readonly dialect: Dialect; readonly typed: Typed },
): Sql {
  switch (typeof value) {
    case 'string':
      return typed(at, 'string', (text) => sql`${text} ${operator} ${dialect.value(value, 'text')}`)
    case 'boolean':
      return typed(at, 'boolean', (text) => sql`${text} ${operator} ${bind(String(value))}`)
    case 'number':
    case 'bigint':
      return typed(at, 'number', (number) => sql`${number} ${operator} ${dialect.value(value, 'decimal')}`)
    default:
      return sql`(1 = null)`
  }
}

/** Null for values of other types, so it must not be negated. */
function onlyOfType(at: JsonAt, type: JsonScalarType, holds: (value: Sql) => Sql): Sql {
  return holds(at.only(type))
}

function ofType(at: JsonAt, type: JsonScalarType, holds: (value: Sql) => Sql): Sql {
  return caseOf(at, type, holds(type === 'number' ? at.number : at.text))
}

function caseOf({ type }: JsonAt, expected: JsonScalarType | 'array', holds: Sql): Sql {
  return sql`case when ${type} is null then null when ${type} = ${literal(expected)} then ${holds} else 1 = 0 end`
}
