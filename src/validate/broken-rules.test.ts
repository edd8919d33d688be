import { describe, expect, it } from 'vitest'
import { schemaOf, typeOf } from '../../test/support/schema-of.ts'
import type { ScalarAttribute } from '../schema/schema.ts'
import { brokenRules } from './broken-rules.ts'
import type { StoredValue } from './document-input.ts'
import { createMatchesPattern } from './matches-pattern.ts'

const rules = (draft: boolean) => ({ draft, matchesPattern: createMatchesPattern() })

type Raw = Readonly<Record<string, unknown>>

function attributeOf(raw: Raw): ScalarAttribute {
  const attribute = typeOf(schemaOf({ types: { article: { a: raw } } }), 'article').attributes.get('a')
  if (attribute?.kind !== 'scalar') throw new Error('not a scalar')
  return attribute
}

const SLUG = 'must match the following: "/^[A-Za-z0-9-_.~]*$/"'

const CASES: readonly [Raw, StoredValue, readonly string[]][] = [
  [{ type: 'string', minLength: 3 }, 'ab', ['must be at least 3 characters']],
  [{ type: 'string', minLength: 3 }, '', ['must be at least 3 characters']],
  [{ type: 'string', minLength: 3 }, 'abc', []],
  [{ type: 'string', minLength: 3 }, null, []],
  [{ type: 'text', maxLength: 3 }, 'abcd', ['must be at most 3 characters']],
  [{ type: 'richtext', maxLength: 3 }, 'abc', []],
  [{ type: 'string' }, 'x'.repeat(255), []],
  [{ type: 'string' }, '🦄'.repeat(255), []],
  [{ type: 'string' }, 'x'.repeat(256), ['must be at most 255 characters']],
  [{ type: 'string', maxLength: 2 }, 'x'.repeat(256), ['must be at most 2 characters']],
  [{ type: 'text' }, 'x'.repeat(256), []],
  [{ type: 'string', regex: '^a+$' }, 'b', ['must match the following: "/^a+$/"']],
  [{ type: 'string', regex: '^a+$' }, 'aa', []],
  [{ type: 'string', regex: '^a+$' }, '', []],
  [{ type: 'string', regex: '^a+$', required: true }, '', ['must match the following: "/^a+$/"']],
  [
    { type: 'string', regex: '^a', maxLength: 1 },
    'bb',
    ['must be at most 1 characters', 'must match the following: "/^a/"'],
  ],
  [{ type: 'password', minLength: 8 }, 'short', ['must be at least 8 characters']],
  [{ type: 'password' }, 'é'.repeat(36), []],
  [{ type: 'password' }, 'é'.repeat(37), ['must be at most 72 bytes']],
  [{ type: 'uid' }, 'a-b_c.d~E1', []],
  [{ type: 'uid' }, 'a b', [SLUG]],
  [{ type: 'uid', regex: '^[a-z/]+$' }, 'a/b', []],
  [{ type: 'email' }, 'a.b+c@example.org', []],
  [{ type: 'email' }, 'ö@bücher.example', []],
  [{ type: 'email' }, 'a@b.c', []],
  [{ type: 'email' }, 'a@b_c.example', []],
  [{ type: 'email' }, '', ['cannot be empty']],
  ...[
    'a',
    'a@',
    '@b.example',
    'a@b',
    'a b@c.example',
    'a@b..example',
    'a@-b.example',
    'a@b@c.example',
    'a@b.c1',
    'a..b@c.example',
    '.a@b.example',
  ].map((text): [Raw, StoredValue, readonly string[]] => [{ type: 'email' }, text, ['must be a valid email']]),
  [{ type: 'enumeration', enum: ['news', 'opinion', 'x-y'] }, 'news', []],
  [
    { type: 'enumeration', enum: ['news', 'opinion', 'x-y'] },
    'News',
    ['must be one of the following values: news, opinion, x-y, '],
  ],
  [{ type: 'integer', min: 0, max: 5 }, 0, []],
  [{ type: 'integer', min: 0, max: 5 }, -1, ['must be greater than or equal to 0']],
  [{ type: 'integer', min: 0, max: 5 }, 6, ['must be less than or equal to 5']],
  [{ type: 'float', min: 0.5 }, 0.4, ['must be greater than or equal to 0.5']],
  [{ type: 'decimal', max: 0.5 }, 0.6, ['must be less than or equal to 0.5']],
  [{ type: 'decimal', max: 0.5 }, '0.60', ['must be less than or equal to 0.5']],
  [
    { type: 'biginteger', max: '9007199254740992' },
    9007199254740993n,
    ['must be less than or equal to 9007199254740992'],
  ],
  [
    { type: 'biginteger', max: '9007199254740992' },
    '9007199254740993',
    ['must be less than or equal to 9007199254740992'],
  ],
  [{ type: 'boolean' }, false, []],
]

describe('brokenRules', () => {
  it.each(CASES)('%j: %.20s', (raw, value, broken) => {
    expect(brokenRules(attributeOf(raw), value, rules(false))).toEqual(broken)
  })

  it.each<[Raw, StoredValue, number]>([
    [{ type: 'string', minLength: 3 }, 'ab', 0],
    [{ type: 'string', maxLength: 1 }, 'ab', 1],
    [{ type: 'text' }, 'a'.repeat(300), 0],
    [{ type: 'string' }, 'a'.repeat(300), 1],
    [{ type: 'string', regex: '^a+$' }, 'b', 0],
    [{ type: 'uid' }, 'é', 0],
    [{ type: 'integer', min: 5 }, 4, 0],
    [{ type: 'biginteger', min: '5' }, 4n, 0],
    [{ type: 'integer', max: 5 }, 6, 1],
    [{ type: 'enumeration', enum: ['a'] }, 'b', 1],
    [{ type: 'email' }, 'x', 0],
  ])('only upper bounds and enumerations are checked in a draft: %j %.5s', (raw, value, count) => {
    expect(brokenRules(attributeOf(raw), value, rules(true))).toHaveLength(count)
  })

  it('gives up a pattern that takes too long', () => {
    const slow = attributeOf({ type: 'string', regex: '^(a+)+$' })
    expect(brokenRules(slow, 'a'.repeat(40), rules(false))).toEqual([])
    expect(() => brokenRules(slow, `${'a'.repeat(40)}!`, rules(false))).toThrow(
      'takes too long to compare with "/^(a+)+$/"',
    )
  })

  it('handles long addresses quickly', () => {
    const address = `${'a@'.repeat(50_000)}${'b.'.repeat(50_000)}!`
    expect(brokenRules(attributeOf({ type: 'email' }), address, rules(false))).toContain('must be a valid email')
  })
})
