import { describe, expect, it } from 'vitest'
import { ID, LOCALE, PUBLISHED_AT } from './columns.ts'
import { ALWAYS, allOf, anyOf, NEVER, test } from './conditions.ts'
import { versionRowsOf } from './version-rows.ts'

const published = test(PUBLISHED_AT, { kind: 'isNull' }, true)
const draft = test(PUBLISHED_AT, { kind: 'isNull' })
const english = test(LOCALE, { kind: 'eq', value: 'en' })
const either = test(LOCALE, { kind: 'in', values: ['en', 'de'] })

describe('versionRowsOf', () => {
  it('reads version and locale out of a condition', () => {
    expect(versionRowsOf(ALWAYS)).toEqual({ published: null, locales: null })
    expect(versionRowsOf(draft)).toEqual({ published: false, locales: null })
    expect(versionRowsOf(english)).toEqual({ published: null, locales: ['en'] })
    expect(versionRowsOf(allOf([published, either]))).toEqual({ published: true, locales: ['en', 'de'] })
  })

  it('knows when more is asked', () => {
    const one = test(ID, { kind: 'eq', value: 1 })
    const others = [
      NEVER,
      one,
      allOf([published, english, one]),
      allOf([published, english, either]),
      allOf([published, draft]),
      anyOf([published, english]),
      test(LOCALE, { kind: 'eq', value: 'en' }, true),
      test(LOCALE, { kind: 'eq', value: '' }),
      test(LOCALE, { kind: 'in', values: ['en', ''] }),
      test(LOCALE, { kind: 'isNull' }),
      test(PUBLISHED_AT, { kind: 'gt', value: 0 }),
    ]
    expect(others.map(versionRowsOf)).toEqual(others.map(() => null))
  })
})
