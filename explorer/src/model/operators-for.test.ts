import { describe, expect, it } from 'vitest'
import { COMPARISONS } from '../../../src/parse/operators.ts'
import { SCALAR_TYPES } from '../../../src/schema/attribute-types.ts'
import { inputFor, OPERATOR_LABELS, operatorsFor } from './operators-for.ts'

describe('operatorsFor', () => {
  it('knows every operator that the server has, and no other', () => {
    expect(Object.keys(OPERATOR_LABELS).sort()).toEqual([...COMPARISONS.keys()].sort())
  })

  it('offers each of them for some type, and none twice', () => {
    const offered = SCALAR_TYPES.map((type) => operatorsFor({ kind: 'scalar', name: 'a', type }))
    expect(new Set(offered.flat())).toEqual(new Set(COMPARISONS.keys()))
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
