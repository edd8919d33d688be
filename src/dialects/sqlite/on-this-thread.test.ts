import { expect, it } from 'vitest'
import { createOnThisThread } from './on-this-thread.ts'

const statement = (text: string, ...values: readonly string[]) => ({ text, values })
const SELECT = statement('select ?', 'a')
const OTHER = statement('select 2')

it('runs statements that were fast', () => {
  const here = createOnThisThread()
  expect(here.mayRun(SELECT)).toBe(false)
  here.took(SELECT, 0.1, false)
  expect(here.mayRun(SELECT)).toBe(true)
})

it('does not run a statement with a long text', () => {
  const here = createOnThisThread()
  here.took(SELECT, 0.1, false)
  expect(here.mayRun(statement(SELECT.text, 'a'.repeat(1_000)))).toBe(false)
})

it('does not run a statement that is expensive to prepare, however fast it is', () => {
  const here = createOnThisThread()
  const long = statement(`select 1 -- ${'a'.repeat(200_000)}`)
  here.took(long, 0.1, false)
  expect(here.mayRun(long)).toBe(false)
})

it('runs no statement for a while after a long one', () => {
  const clock = { now: 0 }
  const here = createOnThisThread(() => clock.now)
  here.took(OTHER, 0.1, false)
  here.took(SELECT, 1_000, false)
  expect(here.mayRun(OTHER)).toBe(true)
  here.took(SELECT, 1_000, true)
  expect(here.mayRun(OTHER)).toBe(false)
  clock.now = 49_000
  expect(here.mayRun(OTHER)).toBe(false)
  clock.now = 51_000
  expect(here.mayRun(OTHER)).toBe(true)
})
