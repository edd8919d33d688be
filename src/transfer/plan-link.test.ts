import { describe, expect, it } from 'vitest'
import { schemaOf } from '../../test/support/schema-of.ts'
import { createLinkPlanner } from './plan-link.ts'

const schema = schemaOf({
  types: { note: { about: { type: 'relation', relation: 'morphToMany' } }, tag: { name: { type: 'string' } } },
})

const planned = (field: string | null) =>
  createLinkPlanner(schema)({
    kind: 'relation.morph',
    relation: 'morphToMany',
    left: { type: 'api::note.note', ref: 1, field: 'about', pos: null },
    right: { type: 'api::tag.tag', ref: 2, field, pos: 1 },
  })

describe('a link of a relation to any type', () => {
  it.each([null, 'name', 'about'])('is taken with the field %s, as it is', (value) => {
    expect(planned(value)).toMatchObject({
      kind: 'row',
      more: expect.arrayContaining([{ column: { name: 'field', kind: 'text' }, value }]),
    })
  })

  it('is missing where neither side has the field', () => {
    expect(planned('cover')).toMatchObject({ kind: 'missing', type: 'api::tag.tag', attribute: 'cover' })
  })
})
