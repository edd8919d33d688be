/** As Strapi 5.54 reads the same schema files: every expectation here was seen on databases that it made. */

import { describe, expect, it } from 'vitest'
import { buildSchema } from './build-schema.ts'
import type { SchemaFile } from './schema-file.ts'

type Raw = Readonly<Record<string, unknown>>

const [FIRST, LAST] = ['api::first.first', 'api::last.last']

function fileOf(name: string, attributes: Raw): SchemaFile {
  const info = { singularName: name, pluralName: `${name}s`, displayName: name }
  const content = { collectionName: `${name}s`, info, attributes }
  return { kind: 'contentType', uid: `api::${name}.${name}`, name, file: `${name}.json`, content }
}

const relation = (kind: string, target: string, more: Raw = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
})

/** Which relation each one reads the table of: `own`, a name of the target's, or `inert`. */
function settled(first: Raw, last: Raw = {}, ...more: readonly SchemaFile[]) {
  const files = [fileOf('first', first), fileOf('last', last), ...more]
  const { schema, problems, notices } = buildSchema(files, { privateAttributes: [], customFields: new Map() })
  expect(problems).toEqual([])
  const readBy = (uid: string, name: string) => {
    const type = schema.contentTypes.get(uid)
    const attribute = type?.attributes.get(name)
    if (attribute?.kind === 'relation') return attribute.mappedBy ?? 'own'
    return type?.inert.has(name) ? 'inert' : 'nothing'
  }
  const all = (uid: string, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, readBy(uid, name)]))
  return {
    first: all(FIRST, Object.keys(first)),
    last: all(LAST, Object.keys(last)),
    notices: notices.map(({ model, path }) => [model, path]),
    reasons: notices.map(({ message }) => message),
  }
}

describe('two sides of a relation', () => {
  it.each<[string, Raw, Raw]>([
    ['that name each other', { a: ['manyToMany', { inversedBy: 'b' }] }, { b: ['manyToMany', { mappedBy: 'a' }] }],
    ['with a wrong mappedBy', { a: ['manyToMany', { inversedBy: 'b' }] }, { b: ['manyToMany', { mappedBy: 'x' }] }],
  ])('%s share a table', (_what, first, last) => {
    const made = (raw: Raw, target: string) =>
      Object.fromEntries(
        Object.entries(raw).map(([name, value]) => {
          const [kind, more] = value as [string, Raw]
          return [name, relation(kind, target, more)]
        }),
      )
    expect(settled(made(first, LAST), made(last, FIRST))).toMatchObject({
      first: { a: 'own' },
      last: { b: 'a' },
      notices: [],
    })
  })

  it.each([
    ['manyToOne', 'manyToMany', 'oneToMany'],
    ['manyToMany', 'oneToMany', 'manyToMany'],
    ['oneToOne', 'oneToMany', 'oneToOne'],
    ['manyToOne', 'oneToOne', 'oneToMany'],
  ])('of the kinds %s and %s share a table, and are reported', (owner, inverse, wanted) => {
    const a = relation(owner, LAST, { inversedBy: 'b' })
    const b = relation(inverse, FIRST, { mappedBy: 'a' })
    expect(settled({ a }, { b })).toEqual({
      first: { a: 'own' },
      last: { b: 'a' },
      notices: [[LAST, 'attributes.b.relation']],
      reasons: [
        `"b" is ${inverse}, but its other side, "a" of ${FIRST}, is ${owner}: each side shows links that the other does not. Write ${wanted} here, or change the other side.`,
      ],
    })
  })

  it.each([
    ['manyToOne', 'oneToMany'],
    ['manyToMany', 'manyToMany'],
    ['oneToOne', 'oneToOne'],
  ])('of the kinds %s and %s fit', (owner, inverse) => {
    const a = relation(owner, LAST, { inversedBy: 'b' })
    expect(settled({ a }, { b: relation(inverse, FIRST, { mappedBy: 'a' }) }).notices).toEqual([])
  })

  it('are two relations where the one that is named comes later and has no mappedBy', () => {
    const first = { a: relation('manyToMany', LAST, { inversedBy: 'b' }) }
    expect(settled(first, { b: relation('manyToMany', FIRST) })).toMatchObject({
      first: { a: 'own' },
      last: { b: 'own' },
    })
  })

  it('are one where it comes earlier: the last one wins', () => {
    const last = { b: relation('manyToMany', FIRST, { inversedBy: 'a' }) }
    expect(settled({ a: relation('manyToMany', LAST) }, last)).toMatchObject({ first: { a: 'b' }, last: { b: 'own' } })
  })

  it('that are both owners share the table of the last', () => {
    const side = (target: string) => ({ a: relation('manyToMany', target, { inversedBy: 'a' }) })
    expect(settled(side(LAST), side(FIRST))).toMatchObject({ first: { a: 'a' }, last: { a: 'own' } })
  })

  it('of which one is named twice belong to the last that names it', () => {
    const owner = relation('manyToOne', LAST, { inversedBy: 'b' })
    const { first, last } = settled({ a1: owner, a2: owner }, { b: relation('oneToMany', FIRST, { mappedBy: 'a1' }) })
    expect([first, last]).toEqual([{ a1: 'own', a2: 'own' }, { b: 'a2' }])
  })

  it('may be the same', () => {
    expect(settled({ peers: relation('manyToMany', FIRST, { inversedBy: 'peers' }) })).toMatchObject({
      first: { peers: 'peers' },
    })
  })
})

describe('a relation is inert', () => {
  const owner = relation('manyToOne', FIRST)

  it.each<[string, Raw, Raw]>([
    ['whose other side does not name it', { a: relation('oneToMany', LAST, { mappedBy: 'b' }) }, { b: owner }],
    ['whose other side does not exist', { a: relation('oneToMany', LAST, { mappedBy: 'x' }) }, { b: owner }],
    ['whose other side is a text', { a: relation('oneToMany', LAST, { mappedBy: 'b' }) }, { b: { type: 'string' } }],
    [
      'whose other side has a table with a name of its own',
      { a: relation('oneToMany', LAST, { mappedBy: 'b' }) },
      {
        b: relation('manyToOne', FIRST, {
          inversedBy: 'a',
          joinTable: { name: 't', joinColumn: { name: 'l_id' }, inverseJoinColumn: { name: 'f_id' } },
        }),
      },
    ],
  ])('%s', (_what, first, last) => {
    const { first: settledFirst, notices } = settled(first, last)
    expect([settledFirst, notices]).toEqual([{ a: 'inert' }, [[FIRST, 'attributes.a']]])
  })

  it('that a third type gives its links to: their ids are of another table', () => {
    const third = fileOf('third', { c: relation('manyToOne', FIRST, { inversedBy: 'a' }) })
    const first = { a: relation('oneToMany', LAST, { mappedBy: 'b' }) }
    const { first: settledFirst, reasons } = settled(first, { b: { ...owner, inversedBy: 'a' } }, third)
    expect(settledFirst).toEqual({ a: 'inert' })
    expect(reasons).toEqual([expect.stringContaining('"c" of api::third.third has inversedBy "a"')])
  })

  it('and unknown where it is private', () => {
    const first = { a: relation('oneToMany', LAST, { mappedBy: 'x', private: true }) }
    expect(settled(first).first).toEqual({ a: 'nothing' })
  })
})
