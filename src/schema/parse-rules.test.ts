import { describe, expect, it } from 'vitest'
import { schemaOf, typeOf } from '../../test/support/schema-of.ts'
import { buildSchema } from './build-schema.ts'
import { NO_RULES } from './scalar-rules.ts'
import type { SchemaFile } from './schema-file.ts'

type Raw = Readonly<Record<string, unknown>>

const COMPONENTS = { 'shared.seo': { title: { type: 'string' } } }

function attributeOf(raw: Raw) {
  const schema = schemaOf({ types: { article: { a: raw, title: { type: 'string' } } }, components: COMPONENTS })
  return typeOf(schema, 'article').attributes.get('a')
}

function built(attributes: Raw) {
  const info = { singularName: 'article', pluralName: 'articles', displayName: 'A' }
  const article: SchemaFile = {
    kind: 'contentType',
    uid: 'api::article.article',
    name: 'article',
    file: 'article.json',
    content: { info, attributes },
  }
  return buildSchema([article], { privateAttributes: [], customFields: new Map() })
}

describe('rules of scalars', () => {
  it.each<[string, Raw, Raw]>([
    ['none', { type: 'string' }, NO_RULES as unknown as Raw],
    ['lengths', { type: 'string', minLength: 2, maxLength: 5 }, { minLength: 2, maxLength: 5 }],
    ['no lengths for numbers', { type: 'integer', minLength: 2 }, { minLength: null }],
    ['numbers', { type: 'float', min: -1.5, max: 2 }, { min: -1.5, max: 2 }],
    ['numbers as texts', { type: 'integer', min: '1' }, { min: 1 }],
    ['null is no rule', { type: 'integer', min: null, default: null }, { min: null, default: undefined }],
    ['no numbers for texts', { type: 'string', min: 3 }, { min: null }],
    ['big numbers', { type: 'biginteger', min: '-9007199254740993', max: 7 }, { min: -9007199254740993n, max: 7n }],
    ['a pattern', { type: 'text', regex: '^a+$' }, { regex: /^a+$/ }],
    ['choices', { type: 'enumeration', enum: ['x', 'y'], default: 'y' }, { enum: ['x', 'y'], default: 'y' }],
    ['unique', { type: 'date', unique: true }, { unique: true }],
    ['a slug', { type: 'uid', targetField: 'title' }, { unique: true, targetField: 'title' }],
    ['slug options', { type: 'uid', options: { separator: '_' } }, { slug: { ...NO_RULES.slug, separator: '_' } }],
    ['rounds', { type: 'password', encryption: { rounds: 12 } }, { bcryptRounds: 12 }],
    ['a default of json', { type: 'json', default: { a: [1] } }, { default: { a: [1] } }],
    ['a default of boolean', { type: 'boolean', default: false }, { default: false }],
  ])('%s', (_, raw, rules) => {
    expect(attributeOf(raw)).toMatchObject({ rules })
  })
})

describe('rules of any attribute', () => {
  const component = { type: 'component', component: 'shared.seo' }
  it.each<[string, Raw, Raw]>([
    ['nothing', { type: 'string' }, { required: false, localized: false, writable: true }],
    ['required', { type: 'media', required: true }, { required: true }],
    ['required on a condition', { type: 'string', required: true, conditions: { visible: {} } }, { required: false }],
    ['not writable', { type: 'string', writable: false }, { writable: false }],
    ['localized', { type: 'string', pluginOptions: { i18n: { localized: true } } }, { localized: true }],
    ['a localized component', { ...component, pluginOptions: { i18n: { localized: true } } }, { localized: true }],
    ['a slug', { type: 'uid' }, { localized: true }],
    ['a relation', { type: 'relation', relation: 'morphToOne' }, { localized: true }],
    ['lengths', { ...component, repeatable: true, min: 1, max: 3 }, { min: 1, max: 3 }],
    ['lengths of a zone', { type: 'dynamiczone', components: ['shared.seo'], max: 2 }, { min: null, max: 2 }],
  ])('%s', (_, raw, expected) => {
    expect(attributeOf(raw)).toMatchObject(expected)
  })

  it('what the server sets is neither writable nor shared between locales', () => {
    const type = typeOf(schemaOf({ types: { article: {} } }), 'article')
    expect([...type.attributes.values()].map(({ name, writable, localized }) => [name, writable, localized])).toEqual(
      [
        'id',
        'documentId',
        'createdAt',
        'updatedAt',
        'publishedAt',
        'createdBy',
        'updatedBy',
        'locale',
        'localizations',
      ].map((name) => [name, false, true]),
    )
  })
})

describe('rules that make no sense', () => {
  it.each<[Raw, string, string]>([
    [{ type: 'string', regex: '(' }, 'regex', 'not a regular expression'],
    [{ type: 'string', regex: 5 }, 'regex', 'as a text, not 5'],
    [{ type: 'string', minLength: 5, maxLength: 2 }, 'minLength', 'minLength (5) is above maxLength (2)'],
    [{ type: 'string', minLength: -1 }, 'minLength', 'a whole number, 0 or more, not -1'],
    [{ type: 'integer', min: 5, max: 2 }, 'min', 'min (5) is above max (2)'],
    [{ type: 'integer', max: 'many' }, 'max', 'a number, not "many"'],
    [{ type: 'biginteger', min: '1.5' }, 'min', 'a whole number'],
    [{ type: 'dynamiczone', components: [], min: 2, max: 1 }, 'min', 'is above'],
    [{ type: 'enumeration', enum: ['a', 1] }, 'enum', 'must be texts'],
    [{ type: 'enumeration', enum: ['a'], unique: true }, 'unique', 'may have the same value'],
    [{ type: 'uid', targetField: 'titel' }, 'targetField', 'Did you mean "title"?'],
    [{ type: 'uid', targetField: 'cover' }, 'targetField', 'which is not a value'],
    [{ type: 'uid', targetField: 5 }, 'targetField', 'the name of an attribute, not 5'],
    [{ type: 'password', encryption: { rounds: 99 } }, 'encryption.rounds', 'from 4 to 31'],
    [{ type: 'string', default: 1 }, 'default', 'must be a text, not 1'],
    [{ type: 'uid', default: true }, 'default', 'must be a text'],
    [{ type: 'integer', default: 1.5 }, 'default', 'must be a whole number'],
    [{ type: 'integer', default: 3_000_000_000 }, 'default', 'must be a whole number'],
    [{ type: 'decimal', default: '1' }, 'default', 'must be a number'],
    [{ type: 'biginteger', default: 'x' }, 'default', 'must be a whole number'],
    [{ type: 'boolean', default: 'true' }, 'default', 'true or false'],
    [{ type: 'enumeration', enum: ['a', 'b'], default: 'c' }, 'default', 'one of a, b'],
    [{ type: 'date', default: 'today' }, 'default', '2024-12-31'],
    [{ type: 'date', default: '2024-02-30' }, 'default', '2024-12-31'],
    [{ type: 'time', default: '25:00:00' }, 'default', '23:59:59'],
    [{ type: 'datetime', default: 'Dec 31, 2024' }, 'default', '2024-12-31T23:59:59Z'],
    [{ type: 'array', default: {} }, 'default', 'a list'],
    [{ type: 'json', default: () => 1 }, 'default', 'a value'],
  ])('%o', (raw, key, message) => {
    const { problems, notices } = built({ a: raw, title: { type: 'string' }, cover: { type: 'media' } })
    expect(problems).toEqual([])
    expect(notices).toMatchObject([{ about: 'rule', file: 'article.json', path: `attributes.a.${key}` }])
    expect(notices[0]?.message).toContain(message)
    expect(notices[0]?.message).toMatch(/The rule is ignored\.$/)
  })

  it('reports once what a slug is made from and is broken itself', () => {
    const { problems, notices } = built({ slug: { type: 'uid', targetField: 'title' }, title: { type: 'strin' } })
    expect([...problems, ...notices].map(({ path }) => path)).toEqual(['attributes.title.type'])
  })
})
