import { describe, expect, it } from 'vitest'
import { postgresDialectWith } from '../../test/support/postgres-dialect.ts'
import { sqliteDialect } from '../dialects/sqlite/dialect.ts'
import type { JsonCondition } from '../plan/read-plan.ts'
import { compileJson } from './compile-json.ts'
import { newScope } from './scope.ts'
import { render } from './sql.ts'

describe.each([
  ['SQLite', sqliteDialect],
  ['PostgreSQL', postgresDialectWith()],
])('on %s', (_, dialect) => {
  const textOf = (segments: readonly string[], value: number | string, kind: 'eq' | 'gt' = 'eq', negated = false) => {
    const condition: JsonCondition = {
      kind: 'json',
      column: { name: 'data', kind: 'json' },
      segments,
      test: { kind, value },
      negated,
    }
    return render(compileJson(condition, 't0', newScope(dialect)), dialect).text
  }

  it('no part of a path or a value is text of the statement', () => {
    expect(textOf(['camera', 'iso'], 400)).toBe(textOf(['lens'], 25))
    expect(textOf(['camera', '0'], "o'clock")).toBe(textOf(['lens', '12'], 'x'))
    expect(textOf(['camera'], 'x')).not.toContain('camera')
  })

  it('only a negation has to tell a value that is not there from one of another type', () => {
    expect(textOf(['iso'], 400, 'gt')).not.toContain(' is null')
    expect(textOf(['iso'], 400, 'gt', true)).toMatch(/^not case when .* is null then null when /)
  })
})
