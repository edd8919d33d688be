/** ObjectShape → an expression for the JSON of one row, with everything nested in it. */

import { allOf, itemsOf } from '../plan/conditions.ts'
import type { ListPlace, MemberValue, ObjectShape, Related, RelatedArm, RelatedRows } from '../plan/read-plan.ts'
import { isPlain } from '../plan/selective.ts'
import { compileCondition, compileCountOf, compileRows } from './compile-condition.ts'
import { orderKeys, orderKeysOfOne, type SqlOrderKey } from './compile-order.ts'
import { compilePagedList, compilePageMeta } from './compile-page.ts'
import type { Scope } from './scope.ts'
import { alias, column, join, type Sql, sql } from './sql.ts'

export function compileObject(shape: ObjectShape, own: string, scope: Scope): Sql {
  return scope.dialect.jsonObject(
    shape.members.map(({ key, value }) => ({ key, value: compileValue(value, own, scope) })),
  )
}

function compileValue(value: MemberValue, own: string, scope: Scope): Sql {
  switch (value.kind) {
    case 'column':
      return scope.dialect.shown(column(own, value.column.name), value.column.kind)
    case 'text':
      return scope.dialect.jsonText(value.text)
    case 'condition':
      return scope.dialect.jsonBoolean(compileCondition(value.condition, own, scope))
    case 'object':
      return compileObject(value.shape, own, scope)
    case 'related':
      return compileRelated(value.related, own, scope)
    case 'pageMeta':
      return compilePageMeta(value.related, value.page, own, scope)
  }
}

function compileRelated(related: Related, own: string, scope: Scope): Sql {
  switch (related.as) {
    case 'count':
      return related.arms.length === 0
        ? sql`0`
        : join(
            related.arms.map(({ rows }) => compileCountOf(rows, own, scope)),
            ' + ',
          )
    case 'one':
      return first(related.arms.map((arm) => one(arm, own, scope)))
    case 'list': {
      const { page } = related
      if (page !== null) {
        return compilePagedList({ ...related, page }, own, scope, (shape, row) => compileObject(shape, row, scope))
      }
      const [only, ...others] = related.arms
      if (only === undefined) return scope.dialect.jsonEmptyList
      return others.length === 0 ? list(only, related.place, own, scope) : unionList(related, own, scope)
    }
  }
}

function one(arm: RelatedArm, own: string, scope: Scope): Sql {
  const source = compileRows(arm.rows, own, scope, 'shown')
  const object = compileObject(arm.shape, source.target, scope)
  const keys = orderKeysOfOne(arm.order, source, () => areSeveral(arm.rows, own, scope), scope)
  const row = sql`(select ${object} from ${source.from} where ${source.where} order by ${orderOf(keys)} limit 1)`
  return scope.dialect.jsonRestored(row)
}

/** Counts links without applying filters, which may be slow. Filters may leave fewer rows. */
function areSeveral(rows: RelatedRows, own: string, scope: Scope): Sql {
  const condition = allOf(itemsOf(rows.condition).filter(isPlain))
  const { from, where } = compileRows({ ...rows, condition }, own, scope, 'shown')
  return sql`exists (select 1 from ${from} where ${where} limit 1 offset 1)`
}

function list(arm: RelatedArm, place: ListPlace | null, own: string, scope: Scope): Sql {
  const source = compileRows(arm.rows, own, scope, 'shown')
  const object = compileObject(arm.shape, source.target, scope)
  const { keys, joins } = orderKeys(arm.order, source, scope)
  const items = scope.dialect.jsonList(object, orderOf(keys), place)
  return sql`(select ${items} from ${source.from}${joins} where ${source.where})`
}

/** Rows of several tables in one list, in the order of their links. */
function unionList({ arms, place }: Related, own: string, scope: Scope): Sql {
  const all = scope.alias()
  const selects = arms.map((arm) => {
    const source = compileRows(arm.rows, own, scope, 'shown')
    const [major = sql`0`, minor = major] = source.order
    const object = compileObject(arm.shape, source.target, scope)
    return sql`select ${object} as body, ${major} as major, ${minor} as minor from ${source.from} where ${source.where}`
  })
  const order = sql`${column(all, 'major')}, ${column(all, 'minor')}`
  const items = scope.dialect.jsonList(scope.dialect.jsonRestored(column(all, 'body')), order, place)
  return sql`(select ${items} from (${join(selects, ' union all ')}) as ${alias(all)})`
}

function orderOf(keys: readonly SqlOrderKey[]): Sql {
  return join(
    keys.map(({ value, direction }) => sql`${value}${direction}`),
    ', ',
  )
}

/** The first value that is not null; at most one is. */
function first(values: readonly Sql[]): Sql {
  const [only, ...others] = values
  if (only === undefined) return sql`null`
  return others.length === 0 ? only : sql`coalesce(${join(values, ', ')})`
}
