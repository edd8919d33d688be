import { readFileSync } from 'node:fs'
import { createContext, Script } from 'node:vm'
import { expect, it } from 'vitest'
import { codeOf } from './code-of.ts'

function thrownBy(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

it('reads the code of an error of the operating system', () => {
  expect(codeOf(thrownBy(() => readFileSync('/none/such')))).toBe('ENOENT')
})

it('reads the code of an error of another context, which is not an instance of this Error', () => {
  const run = () => new Script('for (;;) {}').runInContext(createContext(), { timeout: 1 })
  expect(codeOf(thrownBy(run))).toBe('ERR_SCRIPT_EXECUTION_TIMEOUT')
})

it.each([
  ['no code', new Error('x')],
  ['a number', { code: 20 }],
  ['no object', 'ENOENT'],
  ['null', null],
  ['undefined', undefined],
])('finds no code in %s', (_what, error) => {
  expect(codeOf(error)).toBe('')
})
