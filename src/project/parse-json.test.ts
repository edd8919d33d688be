import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../test/support/random-runs.ts'
import { jsonErrorPosition } from '../config/json-error-position.ts'
import { parseJson } from './parse-json.ts'

describe('parseJson', () => {
  it('reads JSON, also behind a byte order mark', () => {
    expect(parseJson('\uFEFF{"a":[1,true,null]}')).toEqual({ a: [1, true, null] })
  })

  it.each([
    ['{\n  "a": x\n}', 'line 2, column 8'],
    ['{"a": 1,}', 'line 1, column 9'],
    ['{"a": [1 2]}', 'line 1, column 10'],
    ['{\n"a": 1', 'line 2, column 7'],
    ['{"a": 1} x', 'line 1, column 10'],
    ["{'a': 1}", 'line 1, column 2'],
    ['', 'line 1, column 1'],
  ])('%j: %s', (text, place) => {
    expect(() => parseJson(text)).toThrow(place)
  })
})

describe('jsonErrorPosition', () => {
  it('is the end of every text that is JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => jsonErrorPosition(text) === text.length),
      { numRuns: randomRuns(100) },
    )
  })
})
