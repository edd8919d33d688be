import { describe, expect, it } from 'vitest'
import { COMPARISON_OPERATORS, EXACT_TEXT_OPERATORS, isComparison, OPERATORS, TEST_KINDS } from './operators.ts'

describe('the table of operators', () => {
  it('says by the last letter of a name whether case matters', () => {
    const named = COMPARISON_OPERATORS.filter((name) => name.endsWith('i') && isComparison(name.slice(0, -1)))
    expect(named).toEqual(COMPARISON_OPERATORS.filter((operator) => OPERATORS[operator].fold))
  })

  it('has a twin that ignores case for each exact search of text', () => {
    for (const operator of EXACT_TEXT_OPERATORS) {
      const { test, negated } = OPERATORS[operator]
      expect(OPERATORS).toHaveProperty([`${operator}i`], expect.objectContaining({ test, negated, fold: true }))
    }
  })

  it('gives no two operators the same meaning or the same label', () => {
    const meanings = COMPARISON_OPERATORS.map((operator) => {
      const { test, negated, fold } = OPERATORS[operator]
      return `${test} ${negated} ${fold}`
    })
    expect(new Set(meanings).size).toBe(COMPARISON_OPERATORS.length)
    expect(new Set(COMPARISON_OPERATORS.map((operator) => OPERATORS[operator].label)).size).toBe(meanings.length)
  })

  it('covers every test', () => {
    expect(new Set(COMPARISON_OPERATORS.map((operator) => OPERATORS[operator].test))).toEqual(new Set(TEST_KINDS))
  })

  it('does not take properties of Object for operators', () => {
    expect(isComparison('constructor')).toBe(false)
    expect(isComparison('$EQ')).toBe(false)
  })
})
