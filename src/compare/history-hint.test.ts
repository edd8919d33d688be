import { describe, expect, it } from 'vitest'
import { schemaOf, typeOf } from '../../test/support/schema-of.ts'
import type { Pairing } from './departures/pairing.ts'
import { findDifferences, type Json } from './find-differences.ts'
import { hintOfHistory } from './history-hint.ts'

const schema = schemaOf({
  types: {
    page: {
      title: { type: 'string' },
      day: { type: 'datetime' },
      parts: { type: 'component', component: 'c.part', repeatable: true },
    },
  },
  components: { 'c.part': { label: { type: 'string' } } },
})

const answer = { status: 200, json: null, text: '', milliseconds: 1, location: null, isLecterns: false }

const pairing: Pairing = {
  path: '/api/pages',
  pairs: [],
  anonymous: false,
  route: { kind: 'list', type: typeOf(schema, 'page') },
  schema,
  maxLimit: 100,
  profile: 'strapi',
  drafts: 'find',
  strapi: answer,
  lectern: answer,
}

const hint = (strapi: Json, lectern: Json) =>
  hintOfHistory(findDifferences({ data: [strapi] }, { data: [lectern] }), pairing)

describe('the hint about attributes that had another type or component', () => {
  it('names a date that Strapi parses from a text', () => {
    expect(hint({ day: '0354-01-01T00:00:00.000Z' }, { day: null })).toMatch(
      /^Perhaps day of api::page\.page had another type before\./,
    )
  })

  it('names components that Strapi finds by ids of another component', () => {
    expect(hint({ parts: [{ id: 54, label: 'x' }] }, { parts: [] })).toMatch(
      /^Perhaps parts of api::page\.page had another component before\./,
    )
  })

  it.each<[string, Json, Json]>([
    ['a text', { title: 'a' }, { title: null }],
    ['two dates', { day: '2026-01-01T00:00:00.000Z' }, { day: '2026-01-02T00:00:00.000Z' }],
    ['a value in a component', { parts: [{ id: 1, label: 'a' }] }, { parts: [{ id: 1, label: 'b' }] }],
    ['something else besides', { day: '0354-01-01T00:00:00.000Z', title: 'a' }, { day: null, title: 'b' }],
  ])('gives no hint for %s', (_, strapi, lectern) => {
    expect(hint(strapi, lectern)).toBeNull()
  })
})
