import { describe, expect, it } from 'vitest'
import type { ColumnKind, Value } from '../../plan/read-plan.ts'
import { render } from '../../sql/sql.ts'
import { boundValue } from './bound-value.ts'
import { postgresSyntax } from './syntax.ts'

const bound = (value: Value, kind: ColumnKind, timeZone: string | null = null) => {
  const { text, values } = render(boundValue(value, kind, timeZone), postgresSyntax)
  return [text, ...values]
}

describe('boundValue', () => {
  it.each<[Value, ColumnKind, readonly unknown[]]>([
    [7, 'id', ['$1::bigint', '7']],
    [1.5, 'integer', ['$1::numeric', '1.5']],
    [1e20, 'id', ['$1::numeric', '100000000000000000000']],
    [2n ** 63n - 1n, 'bigint', ['$1::bigint', '9223372036854775807']],
    [2n ** 63n, 'bigint', ['$1::numeric', '9223372036854775808']],
    [1e300, 'float', ['$1::float8', '1e+300']],
    [2.5, 'decimal', ['$1::numeric', '2.5']],
    [true, 'boolean', ['$1::boolean', 'true']],
    ['0000-01-01', 'date', ['$1::date', '-infinity']],
    ['a', 'text', ['$1::text', 'a']],
    [null, 'date', ['null']],
    ['1e9999', 'json', ['$1::jsonb', 'null']],
    ['{"a": 1e300}', 'json', ['$1::jsonb', '{"a": 1e300}']],
  ])('casts %s for a column of kind %s', (value, kind, expected) => {
    expect(bound(value, kind)).toEqual(expected)
  })

  it('converts times to wall-clock times of the stored time zone', () => {
    expect(bound(0, 'datetime')).toEqual(['$1::timestamp', '1970-01-01T00:00:00.000Z'])
    const berlin = "($1::timestamptz at time zone 'Europe/Berlin')"
    expect(bound(0, 'timestamp', 'Europe/Berlin')).toEqual([berlin, '1970-01-01T00:00:00.000Z'])
    expect(bound(Date.parse('+020244-01-01'), 'datetime')).toEqual(['$1::timestamp', '20244-01-01T00:00:00.000Z'])
    expect(bound(8.64e15, 'datetime')).toEqual(['$1::timestamp', '275760-09-13T00:00:00.000Z'])
    expect(bound(9e15, 'datetime')).toEqual(['$1::timestamp', 'infinity'])
    expect(bound(-8.64e15, 'datetime')).toEqual(['$1::timestamp', '-infinity'])
  })
})
