import { expect, it } from 'vitest'
import type { Template } from './statement-template.ts'
import { createTemplates } from './templates.ts'

const TEMPLATE: Template = {
  size: 1,
  fill: () => {
    throw new Error('It is not filled here')
  },
}

function templates() {
  const waiting: (() => void)[] = []
  const { find, learn } = createTemplates((work) => waiting.push(work))
  const made: string[] = []
  return {
    find,
    made,
    learn: (key: string, template: Template | null = TEMPLATE) =>
      learn(key, () => {
        made.push(key)
        return template
      }),
    fail: (key: string) =>
      learn(key, () => {
        throw new Error('refused')
      }),
    later: () => {
      for (const work of waiting.splice(0)) work()
    },
  }
}

it('makes a template of what comes a second time, once the response is made', () => {
  const { find, learn, later, made } = templates()
  learn('a')
  later()
  expect([made, find('a')]).toEqual([[], null])
  learn('a')
  expect([made, find('a')]).toEqual([[], null])
  later()
  expect([made, find('a')]).toEqual([['a'], TEMPLATE])
})

it('makes it once, though more of its kind come meanwhile', () => {
  const { learn, later, made } = templates()
  for (let time = 0; time < 4; time += 1) learn('a')
  later()
  learn('a')
  later()
  expect(made).toEqual(['a'])
})

it('does without one that cannot be made', () => {
  const { find, fail, learn, later, made } = templates()
  fail('a')
  fail('a')
  later()
  learn('a')
  later()
  expect([made, find('a')]).toEqual([[], null])
})
