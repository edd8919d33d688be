import { describe, expect, it } from 'vitest'
import { showsColour } from './style.ts'

describe('showsColour', () => {
  it.each([
    [{ isTTY: true }, {}, true],
    [{ isTTY: true }, { NO_COLOR: '' }, true],
    [{ isTTY: true }, { NO_COLOR: '0' }, false],
    [{ isTTY: false }, {}, false],
    [{}, {}, false],
  ])('%j %j', (stream, env, shown) => {
    expect(showsColour(stream, env)).toBe(shown)
  })
})
