import { describe, expect, it } from 'vitest'
import { schemaOf, typeOf } from '../../test/support/schema-of.ts'
import { exampleValue } from './example-value.ts'

type Raw = Readonly<Record<string, unknown>>

function exampleOf(raw: Raw, name = 'a') {
  const attribute = typeOf(schemaOf({ types: { thing: { [name]: raw } } }), 'thing').attributes.get(name)
  if (attribute?.kind !== 'scalar') throw new Error('no value')
  return exampleValue(attribute)
}

describe('exampleValue', () => {
  it.each<[Raw, unknown]>([
    [{ type: 'string', default: 'so' }, 'so'],
    [{ type: 'boolean', default: false }, false],
    [{ type: 'enumeration', enum: ['x', 'y'] }, 'x'],
    [{ type: 'integer' }, 42],
    [{ type: 'integer', max: 5 }, 5],
    [{ type: 'integer', min: 100 }, 100],
    [{ type: 'integer', min: 1.5, max: 1.6 }, undefined],
    [{ type: 'decimal', min: 100.5 }, 100.5],
    [{ type: 'float', max: -1 }, -1],
    [{ type: 'biginteger', max: '12' }, '12'],
    [{ type: 'biginteger', min: '9007199254740995' }, '9007199254740995'],
    [{ type: 'string', maxLength: 3 }, 'Cop'],
    [{ type: 'uid', minLength: 20 }, 'salt-and-copper-copp'],
    [{ type: 'email' }, 'ada@example.com'],
    [{ type: 'email', maxLength: 5 }, undefined],
    [{ type: 'string', regex: '^\\d+$' }, undefined],
    [{ type: 'string', regex: '^[A-Z]' }, 'Copper'],
  ])('%o: %o', (raw, expected) => {
    expect(exampleOf(raw)).toEqual(expected)
  })

  it('goes by what a text is called', () => {
    const text = { type: 'string' }
    expect([exampleOf(text, 'title'), exampleOf(text, 'website'), exampleOf(text, 'firstName')]).toEqual([
      'Salt and copper',
      'https://example.com/salt-and-copper',
      'Ada Falk',
    ])
  })
})
