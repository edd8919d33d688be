import { expect, it } from 'vitest'
import { normalized } from './normalized.ts'

const ABOVE = '\u0301'
const BELOW = '\u0323'

it('equals Unicode normalization for ordinary texts', () => {
  for (const text of ['A\u0308rger', 'ﬁne', `e${BELOW}${ABOVE}${ABOVE}`, `x${ABOVE.repeat(15)}${BELOW.repeat(15)}`]) {
    expect(normalized(text, 'NFC')).toBe(text.normalize('NFC'))
    expect(normalized(text, 'NFKC')).toBe(text.normalize('NFKC'))
  }
})

it('sorts at most thirty combining marks at a time', () => {
  const [above, below] = [ABOVE.repeat(15), BELOW.repeat(15)]
  expect(normalized(`x${above}${below}${above}${below}`, 'NFC')).toBe(
    `x${below}${above}\u034f${below}${above}`.normalize('NFC'),
  )
})

it('ends in time for as many combining marks as fit into a body', () => {
  const text = `a${ABOVE.repeat(250_000)}${BELOW.repeat(250_000)}`
  for (const form of ['NFC', 'NFKC'] as const) expect(normalized(text, form).length).toBeGreaterThan(500_000)
})
