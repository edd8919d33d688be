import type { ClientBase } from 'pg'
import { describe, expect, it } from 'vitest'
import { createPreparedStatements } from './prepared-statements.ts'

const client = {} as ClientBase

describe('prepared statements', () => {
  it('have a name from the second time on', () => {
    const { nameFor } = createPreparedStatements()
    expect(nameFor('select 1', client)).toBeUndefined()
    const name = nameFor('select 1', client)
    expect(name).toMatch(/^\S+$/)
    expect(nameFor('select 1', client)).toBe(name)
    expect(nameFor('select 2', client)).toBeUndefined()
  })

  it.each([
    { what: 'many', count: 500, length: 100 },
    { what: 'long', count: 42, length: 100_000 },
  ])('are so $what at most on one connection', ({ count, length }) => {
    const { nameFor, isFull } = createPreparedStatements()
    const run = (which: number) => {
      const text = `select ${String(which).padStart(length, '0')}`
      for (const _ of ['first', 'second', 'third']) nameFor(text, client)
    }
    for (let which = 1; which < count; which += 1) run(which)
    expect(isFull(client)).toBe(false)
    run(count)
    expect(isFull(client)).toBe(true)
  })
})
