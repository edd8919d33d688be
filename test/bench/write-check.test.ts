import { describe, expect, it } from 'vitest'
import { createCompare } from '../../bench/write-check/compare-write.ts'
import { knownRow } from '../../bench/write-check/known.ts'
import { createRandom } from '../../bench/write-check/random.ts'
import { schemasOf } from '../../bench/write-check/schemas.ts'
import { dataFor } from '../../bench/write-check/values.ts'
import { fixture } from '../support/fixture.ts'

const folder = fixture('magazine')
const said = (status: number, data: object) => ({ status, text: JSON.stringify({ data }) })
const OURS = 'a'.repeat(24)
const THEIRS = 'b'.repeat(24)

describe('the write check', () => {
  const compare = createCompare(folder)
  const twins = new Map([[THEIRS, OURS]])

  it('ignores identifiers and times, and nothing else', () => {
    const ours = { id: 1, documentId: OURS, createdAt: '2024-01-01T00:00:00.000Z', title: 'x', slug: 'x', tags: [1, 2] }
    const theirs = { ...ours, id: 2, documentId: THEIRS, createdAt: '2025-01-01T00:00:00.000Z', slug: null }
    expect(compare(said(201, ours), said(201, theirs), twins)).toBeUndefined()
    expect(compare(said(201, ours), said(201, { ...theirs, tags: [2, 1] }), twins)).toContain('data.tags.0')
    expect(compare(said(201, ours), said(201, { ...theirs, title: 'y' }), twins)).toContain('data.title')
    expect(compare(said(201, ours), said(400, {}), twins)).toBe('status 201 and 400')
  })

  it('knows differences by what was sent; any other is unknown', () => {
    const outcome = (body: string, ours: number, theirs: number) =>
      knownRow({ body, lectern: said(ours, {}), strapi: said(theirs, {}) })
    expect(outcome('{"title":"x"}', 404, 201)).toBeUndefined()
    expect(outcome('{"title":"x"}', 201, 400)).toBeUndefined()
    expect(outcome('{"title":"x"}', 200, 200)).toBeUndefined()
    expect(outcome('{"title":"x"}', 500, 200)).toBeUndefined()
    expect(outcome('{"cover":{}}', 200, 200)).toBe('`{}` empties a media field')
  })

  it('draws the same bodies for the same seed', () => {
    const schemas = schemasOf(folder)
    const material = { documents: new Map(), files: [{ id: 1, documentId: OURS }], fresh: () => 1 }
    const draw = (seed: number) => {
      const random = createRandom(seed)
      return schemas.types.map(({ attributes }) => dataFor(attributes, true, schemas, material, random))
    }
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
  })
})
