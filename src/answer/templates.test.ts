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

it('makes a template when a shape is seen a second time, after the response', () => {
  const { find, learn, later, made } = templates()
  learn('a')
  later()
  expect([made, find('a')]).toEqual([[], null])
  learn('a')
  expect([made, find('a')]).toEqual([[], null])
  later()
  expect([made, find('a')]).toEqual([['a'], TEMPLATE])
})

it('makes it once, even if more requests of the shape come meanwhile', () => {
  const { learn, later, made } = templates()
  for (let time = 0; time < 4; time += 1) learn('a')
  later()
  learn('a')
  later()
  expect(made).toEqual(['a'])
})

it('continues without a template that cannot be made', () => {
  const { find, fail, learn, later, made } = templates()
  fail('a')
  fail('a')
  later()
  learn('a')
  later()
  expect([made, find('a')]).toEqual([[], null])
})
