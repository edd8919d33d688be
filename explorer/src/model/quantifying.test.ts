import { describe, expect, it } from 'vitest'
import { DESCRIPTION } from './description.fixture.ts'
import { AT_LEAST_ONE, inMode, type Mode, quantifyingIn } from './quantifying.ts'
import type { At } from './query-model.ts'
import type { Subject } from './subject.ts'

const BELOW: Subject = { kind: 'entries', uid: 'author', inside: true }
const named = { kind: 'compare', name: 'name', operator: '$eq', values: ['Ada'] } as const
const every = { kind: 'quantified', quantifier: '$every', items: [named] } as const
const at = (...items: At['items']): At => ({ kind: 'at', name: 'authors', items })
const taken = (item: At, mode: Mode) => inMode(item, mode, BELOW, DESCRIPTION).items

describe('quantifyingIn', () => {
  it('finds the only quantifier', () => {
    expect(quantifyingIn([every])).toBe(every)
    expect(quantifyingIn([every, AT_LEAST_ONE])).toBe(every)
  })

  it('finds none in plain filters, or where there are several quantifiers', () => {
    expect(quantifyingIn([named])).toBeNull()
    expect(quantifyingIn([every, every])).toBeNull()
    expect(quantifyingIn([])).toBeNull()
  })
})

describe('inMode', () => {
  it('keeps the conditions from one mode to the next', () => {
    expect(taken(at(named), '$every')).toEqual([every])
    expect(taken(at(every), '$none')).toEqual([{ ...every, quantifier: '$none' }])
    expect(taken(at(every), '')).toEqual([named])
    expect(taken(at(every), '$count')).toEqual([{ ...AT_LEAST_ONE, of: [named] }])
  })

  it('starts empty where there is nothing to keep', () => {
    expect(taken(at(named), '$all')).toEqual([{ kind: 'each', path: 'name', values: [] }])
    expect(taken(at(AT_LEAST_ONE), '$some')).toEqual([
      { kind: 'quantified', quantifier: '$some', items: [{ ...named, values: [] }] },
    ])
  })
})
