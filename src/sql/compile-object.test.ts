import { describe, expect, it } from 'vitest'
import { postgresDialectWith } from '../../test/support/postgres-dialect.ts'
import { sqliteDialect } from '../dialects/sqlite/dialect.ts'
import { ALWAYS } from '../plan/conditions.ts'
import type { Column, ObjectShape, OrderKey, RelatedRows } from '../plan/read-plan.ts'
import { compileObject } from './compile-object.ts'
import { newScope } from './scope.ts'
import { render } from './sql.ts'

const NAME: Column = { name: 'name', kind: 'text' }

const rows = (table: string, toMany: boolean): RelatedRows => ({
  hop: {
    from: 'id',
    fromWhere: [],
    via: { table: `${table}_lnk`, near: 'near_id', far: 'far_id', where: [], order: null },
    to: 'id',
    toWhere: [],
    notSelf: false,
  },
  table,
  condition: ALWAYS,
  isShared: !toMany,
  toMany,
})

const byName = (through: readonly RelatedRows[]): OrderKey => {
  return { through, value: { kind: 'column', column: NAME }, direction: 'asc', nulls: null }
}

const sorted = (order: readonly OrderKey[]): readonly string[] => {
  const shape: ObjectShape = { members: [{ key: 'name', value: { kind: 'column', column: NAME } }] }
  const related = {
    as: 'one',
    place: null,
    page: null,
    arms: [{ rows: rows('shelves', false), order, shape }],
  } as const
  const entry: ObjectShape = { members: [{ key: 'shelf', value: { kind: 'related', related } }] }
  return [sqliteDialect, postgresDialectWith()].map((dialect) => {
    return render(compileObject(entry, 'a', newScope(dialect)), dialect).text
  })
}

describe('one related row', () => {
  it('is sorted by what it leads to only where there are several', () => {
    for (const text of sorted([byName([rows('authors', false), rows('books', true)])])) {
      expect(text).toMatch(/ order by case when exists \(select 1 from "shelves_lnk" .* limit 1 offset 1\) then \(/)
      expect(text).not.toContain('left join')
    }
  })

  it('is sorted by its own columns in any case', () => {
    for (const text of sorted([byName([])])) expect(text).not.toContain('case when exists')
  })
})
