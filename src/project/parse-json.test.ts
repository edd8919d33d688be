import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../test/support/random-runs.ts'
import { jsonErrorPosition } from '../config/json-error-position.ts'
import { parseJson } from './parse-json.ts'

describe('parseJson', () => {
  it('reads JSON, also behind a byte order mark', () => {
    expect(parseJson('\uFEFF{"a":[1,true,null]}')).toEqual({ a: [1, true, null] })
  })

  it('reads objects with a comma at the end, and leaves texts alone', () => {
    const tricky = { b: ',}', 'c",}': '\\' }
    const text = `{"a": ${JSON.stringify(tricky).slice(0, -1)},}, "d": [{"e": 1 , }],\n}`
    expect(parseJson(text)).toEqual({ a: tricky, d: [{ e: 1 }] })
  })

  it.each([
    ['{\n  "a": x\n}', 'line 2, column 8.'],
    ['{"a": 1,,}', 'line 1, column 10. Remove the comma before }.'],
    ['{"a": 1,\n}\nx', 'line 3, column 1'],
    ['{"a": [1, ]}', 'line 1, column 11. Remove the comma before ].'],
    ['{"a": [1 2]}', 'line 1, column 10. A comma may be missing before it.'],
    ['{"a" {}}', 'line 1, column 6. A colon is missing before it.'],
    ['{"a": 1, "b" 2}', 'line 1, column 14. A colon or a comma is missing before it.'],
    ['["a" "b"]', 'line 1, column 6. A comma may be missing before it.'],
    ['{\n  "a": {}\n  "b": 1\n}', 'line 3, column 3. A comma may be missing before it.'],
    ['{\n"a": 1', 'line 2, column 7. The text ends there, before all brackets and quotes are closed.'],
    ['{"a": 1} x', 'line 1, column 10'],
    ["{'a': 1}", 'line 1, column 2. Write texts and names in double quotes: "title".'],
    ['{"a": “b”}', 'line 1, column 7. Write texts and names in double quotes: "title".'],
    ['{a: 1}', 'line 1, column 2. Write texts and names in double quotes: "title".'],
    ['// a page\n{}', 'line 1, column 1. JSON has no comments.'],
    ['', 'This file is empty, and must be JSON: line 1, column 1.'],
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
