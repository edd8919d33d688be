import { describe, expect, it } from 'vitest'
import { ignoredParameter } from './unknown-parameters.ts'

const ignored = (params: Readonly<Record<string, string>>) => ignoredParameter(params, { on: new Set(), hints: true })

describe('a parameter that is ignored', () => {
  it.each([
    [{ where: 'x' }, 'where: Write filters[title][$eq]=x'],
    [{ sort: 'title', limit: '5' }, 'limit: Write pagination[limit]=5'],
    [{ start: '10' }, 'start: Write pagination[start]=10'],
    [{ _sort: 'title' }, '_sort: Write sort=title'],
    [{ title_contains: 'x' }, 'title_contains: Write filters[title][$contains]=x'],
    [{ filers: 'x' }, 'filers: Did you mean filters?'],
    [{ access_token: 'secret' }, 'access_token: Send the token in a header: Authorization: Bearer <token>'],
  ])('is named with what to write instead: %j', (params, message) => {
    expect(ignored(params)).toBe(message)
  })

  it.each([[{}], [{ filters: 'x', sort: 'x' }], [{ utm_source: 'x', fbclid: 'x' }], [{ _: '1', v: '2' }]])(
    'is not named where it belongs to a tracker or a cache: %j',
    (params) => {
      expect(ignored(params)).toBeNull()
    },
  )
})
