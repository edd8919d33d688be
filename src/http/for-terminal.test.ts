import { styleText } from 'node:util'
import { expect, it } from 'vitest'
import { forTerminal } from './for-terminal.ts'

it('keeps letters of every alphabet, lines, tabs and styles', () => {
  const text = `a\tשלום 😀\n${styleText(['bold', 'red'], 'b', { validateStream: false })}${styleText('dim', 'c', { validateStream: false })}`
  expect(forTerminal(text)).toBe(text)
})

it.each([
  ['\u001b]0;title\u0007', '\ufffd]0;title\ufffd'],
  ['\u001b[2J\u001b[8mhidden', '\ufffd[2J\ufffd[8mhidden'],
  ['\u009b31m', '\ufffd31m'],
  ['a\rb\u0000', 'a\ufffdb\ufffd'],
  ['user\u202egnp.exe\u2066', 'user\ufffdgnp.exe\ufffd'],
])('replaces what would control it: %j', (text, shown) => {
  expect(forTerminal(text)).toBe(shown)
})
