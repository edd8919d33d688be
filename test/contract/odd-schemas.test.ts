/**
 * Schema files that Strapi 5.54 starts with although they contradict themselves. Tables, columns and answers are those
 * that it was seen to make of the same files.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { type Asker, askerOf } from '../support/ask.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

const relation = (kind: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...more,
})

const name = { type: 'string' }
const column = (of: string) => ({ name: of, referencedColumn: 'id' })

let project: MadeProject
let lectern: Lectern
let ask: Asker

beforeAll(async () => {
  project = await makeProject({
    types: {
      aa: {
        attributes: {
          name,
          inert: relation('oneToMany', 'zz', { mappedBy: 'plain' }),
          hiddenInert: relation('oneToMany', 'zz', { mappedBy: 'plain', private: true }),
          named: relation('manyToMany', 'zz', { inversedBy: 'unaware' }),
          early: relation('oneToMany', 'zz'),
          both: relation('manyToMany', 'zz', { inversedBy: 'both' }),
          one: relation('manyToOne', 'zz', { inversedBy: 'shared' }),
          two: relation('manyToOne', 'zz', { inversedBy: 'shared' }),
          peers: relation('manyToMany', 'aa', { inversedBy: 'peers' }),
          CreatedBy: { type: 'string' },
          createdAt: { type: 'string' },
          when: { type: 'datetime', default: 'now' },
        },
      },
      zz: {
        attributes: {
          name,
          plain: relation('manyToOne', 'aa'),
          unaware: relation('manyToMany', 'aa'),
          late: relation('manyToOne', 'aa', { inversedBy: 'early' }),
          both: relation('manyToMany', 'aa', { inversedBy: 'both' }),
          shared: relation('oneToMany', 'aa', { mappedBy: 'one' }),
          column: relation('oneToOne', 'aa', { joinColumn: column('my_aa'), useJoinTable: false }),
          table: relation('oneToMany', 'aa', {
            joinTable: {
              name: 'my_links',
              joinColumn: column('z_key'),
              inverseJoinColumn: column('a_key'),
              orderBy: { place: 'asc' },
            },
          }),
          any: {
            type: 'relation',
            relation: 'morphToOne',
            morphColumn: { typeColumn: { name: 'any_kind' }, idColumn: column('any_key') },
          },
        },
      },
    },
    rows: {
      aas: ['a1', 'a2', 'a3'].map((text, index) => ({ id: index + 1, name: text, created_by: 'me' })),
      zzs: [
        { id: 1, name: 'z1', my_aa: 2, any_key: 3, any_kind: 'api::aa.aa' },
        { id: 2, name: 'z2' },
      ],
      zzs_plain_lnk: [{ zz_id: 1, aa_id: 1 }],
      aas_named_lnk: [{ aa_id: 1, zz_id: 2, zz_ord: 1 }],
      zzs_unaware_lnk: [{ zz_id: 1, aa_id: 3, aa_ord: 1 }],
      zzs_late_lnk: [{ zz_id: 2, aa_id: 1, zz_ord: 1 }],
      zzs_both_lnk: [{ zz_id: 1, aa_id: 2, aa_ord: 1, zz_ord: 1 }],
      aas_one_lnk: [{ aa_id: 1, zz_id: 1 }],
      aas_two_lnk: [{ aa_id: 2, zz_id: 1, aa_ord: 1 }],
      aas_peers_lnk: [{ aa_id: 1, inv_aa_id: 2, inv_aa_ord: 1 }],
      my_links: [
        { z_key: 1, a_key: 3, place: 1 },
        { z_key: 1, a_key: 1, place: 2 },
      ],
    },
  })
  lectern = await project.open()
  ask = askerOf(lectern)
})
afterAll(() => project?.remove())

/** Names of related entries, in order, by name of the entry. */
async function related(type: string, attribute: string): Promise<Record<string, unknown>> {
  const entries = await ask.list(`/api/${type}?populate=${attribute}`)
  const shown = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(shown) : ((value as { name?: string } | null)?.name ?? null)
  return Object.fromEntries(entries.map((entry) => [entry.name, shown(entry[attribute])]))
}

describe('an inert relation', () => {
  it('is reported at startup', () => {
    expect(lectern.leftOut.filter(({ about }) => about === 'attribute')).toMatchObject([
      { model: 'api::aa.aa', path: 'attributes.inert' },
      { model: 'api::aa.aa', path: 'attributes.hiddenInert' },
    ])
  })

  it('can be populated, and is left out of responses', async () => {
    for (const query of ['populate=inert', 'populate[inert][fields]=name', 'populate[0]=inert', 'populate=*']) {
      for (const entry of await ask.list(`/api/aas?${query}`)) expect(entry, query).not.toHaveProperty('inert')
    }
    expect((await ask.first('/api/zzs?populate[plain][populate]=inert')).plain).not.toHaveProperty('inert')
  })

  it('is an unknown name in filters, sort and fields', async () => {
    for (const query of ['filters[inert][name]=z1', 'sort=inert.name', 'fields=inert']) {
      expect(await ask.refusal(`/api/aas?${query}`)).toMatchObject({ status: 400, message: 'Invalid key inert' })
    }
  })

  it('is unknown everywhere if it is private', async () => {
    expect(await ask.refusal('/api/aas?populate=hiddenInert')).toMatchObject({ status: 400 })
  })
})

describe('link tables', () => {
  it.each([
    ['aas', 'named', { a1: ['z2'], a2: [], a3: [] }],
    ['zzs', 'unaware', { z1: ['a3'], z2: [] }],
    ['aas', 'early', { a1: ['z2'], a2: [], a3: [] }],
    ['aas', 'both', { a1: [], a2: ['z1'], a3: [] }],
    ['zzs', 'both', { z1: ['a2'], z2: [] }],
    ['aas', 'one', { a1: 'z1', a2: null, a3: null }],
    ['aas', 'two', { a1: null, a2: 'z1', a3: null }],
    ['zzs', 'shared', { z1: ['a2'], z2: [] }],
    ['aas', 'peers', { a1: [], a2: ['a1'], a3: [] }],
  ])('of %s.%s', async (type, attribute, expected) => {
    expect(await related(type, attribute)).toEqual(expected)
  })
})

describe('table and column names in a schema file', () => {
  it.each([
    ['column', { z1: 'a2', z2: null }],
    ['table', { z1: ['a3', 'a1'], z2: [] }],
    ['any', { z1: 'a3', z2: null }],
  ])('are used unchanged: %s', async (attribute, expected) => {
    expect(await related('zzs', attribute)).toEqual(expected)
  })
})

describe('attributes', () => {
  it('with names similar to those of built-in attributes are shown; the built-in ones stay as they are', async () => {
    expect(await ask.first('/api/aas?filters[CreatedBy]=me')).toMatchObject({
      CreatedBy: 'me',
      createdAt: '2024-01-02T03:04:05.678Z',
    })
  })

  it('with a default that cannot be written are served', () => {
    expect(lectern.leftOut).toContainEqual(
      expect.objectContaining({ about: 'rule', path: 'attributes.when.default', model: 'api::aa.aa' }),
    )
  })
})
