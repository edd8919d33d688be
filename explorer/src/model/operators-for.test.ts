import { describe, expect, it } from 'vitest'
import { SCALAR_TYPES } from '../../../src/schema/attribute-types.ts'
import { COMPARISON_OPERATORS } from '../../../src/vocabulary/operators.ts'
import { inputFor, operatorsFor } from './operators-for.ts'

describe('operatorsFor', () => {
  it('offers every operator, $eq first, where the attribute is unknown', () => {
    const [first, ...others] = operatorsFor(undefined)
    expect(first).toBe('$eq')
    expect(['$eq', ...others].sort()).toEqual([...COMPARISON_OPERATORS].sort())
  })

  it('offers each of them for some type, and none twice', () => {
    const offered = SCALAR_TYPES.map((type) => operatorsFor({ kind: 'scalar', name: 'a', type }))
    expect(new Set(offered.flat())).toEqual(new Set(COMPARISON_OPERATORS))
    for (const operators of offered) expect(new Set(operators).size).toBe(operators.length)
  })

  it('offers no order where the server refuses one', () => {
    for (const type of ['json', 'blocks', 'array'] as const) {
      const operators = operatorsFor({ kind: 'scalar', name: 'a', type })
      expect(operators.filter((operator) => /^\$(?:lte?|gte?|between)$/.test(operator))).toEqual([])
    }
  })
})

describe('inputFor', () => {
  it.each([
    ['boolean', '$eq', 'boolean'],
    ['enumeration', '$eq', 'choice'],
    ['enumeration', '$contains', 'text'],
    ['date', '$gt', 'date'],
    ['integer', '$gt', 'number'],
    ['integer', '$contains', 'text'],
    ['string', '$null', 'boolean'],
  ] as const)('%s %s: %s', (type, operator, kind) => {
    expect(inputFor({ kind: 'scalar', name: 'a', type }, operator)).toBe(kind)
  })
})
