import { describe, expect, it } from 'vitest'
import { readServerTiming } from './server-timing.ts'

describe('readServerTiming', () => {
  it.each([
    [null, []],
    ['', []],
    ['cache;desc="hit"', []],
    ['db;dur=1.5', [{ name: 'db', milliseconds: 1.5 }]],
    ['a;dur=x, b;dur=2', [{ name: 'b', milliseconds: 2 }]],
    [
      'caller;dur=0.10, db;desc="a, b; c";dur=2',
      [
        { name: 'caller', milliseconds: 0.1 },
        { name: 'db', milliseconds: 2 },
      ],
    ],
  ])('%j', (header, stages) => {
    expect(readServerTiming(header)).toEqual(stages)
  })
})
