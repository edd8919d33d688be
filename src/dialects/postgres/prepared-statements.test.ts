import type { ClientBase } from 'pg'
import { describe, expect, it } from 'vitest'
import { createPreparedStatements } from './prepared-statements.ts'

const client = {} as ClientBase

describe('prepared statements', () => {
  it('have a name from the second run on', () => {
    const { on } = createPreparedStatements()
    expect(on(client, 'select 1').name).toBe('')
    const prepared = on(client, 'select 1')
    expect(prepared.name).toMatch(/^\S+$/)
    expect(on(client, 'select 1')).toBe(prepared)
    expect(on(client, 'select 2').name).toBe('')
  })

  it.each([
    { what: 'many', count: 500, length: 100 },
    { what: 'long', count: 42, length: 100_000 },
  ])('have a limit of $what per connection', ({ count, length }) => {
    const { on, isFull } = createPreparedStatements()
    const run = (which: number) => {
      const text = `select ${String(which).padStart(length, '0')}`
      for (const _ of ['first', 'second', 'third']) on(client, text)
    }
    for (let which = 1; which < count; which += 1) run(which)
    expect(isFull(client)).toBe(false)
    run(count)
    expect(isFull(client)).toBe(true)
  })
})
