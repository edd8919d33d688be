import { expect, it } from 'vitest'
import type { Database } from './database.ts'
import { type Observer, observeDatabase } from './observer.ts'

it('observeDatabase reports successful and failed work, and passes the demand on', async () => {
  const told: string[] = []
  const observer: Observer = {
    began: (kind) => {
      told.push(`${kind} began`)
      return () => told.push(`${kind} ended`)
    },
    readAtOnce: () => told.push('read at once'),
    looked: () => undefined,
    delivered: () => undefined,
  }
  const passed: unknown[] = []
  const run: Database['run'] = async (...all) => {
    passed.push(all)
    throw new Error('refused')
  }
  const atOnce = [[['row']], null]
  const runAtOnce: Database['runAtOnce'] = () => atOnce.shift() ?? null
  const database = observeDatabase({ run, runAtOnce } as Database, observer)
  const statement = { text: 'select 1', values: [] }
  const demand = {} as Parameters<Database['run']>[1]
  await expect(database.run(statement, demand)).rejects.toThrow('refused')
  expect(told).toEqual(['read began', 'read ended'])
  expect(passed).toEqual([[statement, demand]])
  expect(database.runAtOnce?.(statement)).toEqual([['row']])
  expect(database.runAtOnce?.(statement)).toBeNull()
  expect(told.slice(2)).toEqual(['read at once'])
})
