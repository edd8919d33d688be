import { expect, it } from 'vitest'
import { schemaOf, typeOf } from '../../../test/support/schema-of.ts'
import { makeRequests } from './make-requests.ts'

const schema = schemaOf({
  types: {
    article: { title: { type: 'string' }, secret: { type: 'string', private: true } },
    tag: { label: { type: 'string' } },
  },
})
const entries = [
  { id: 1, documentId: 'aaaa', title: 'Tea & biscuits', label: 'x' },
  { id: 2, documentId: 'bbbb', title: 'Rain=wet', label: 'y' },
]
const samples = ['article', 'tag'].map((name) => ({ type: typeOf(schema, name), entries }))
const options = { prefix: '/api', schema, samples, locales: [], seed: 1, most: 100, withToken: false }
const paths = (more: Partial<typeof options> = {}) => makeRequests({ ...options, ...more }).map(({ path }) => path)

it('makes the same requests for the same seed, and others for another', () => {
  expect(paths()).toEqual(paths())
  expect(paths({ seed: 2 })).not.toEqual(paths())
})

it('makes requests for every type, without duplicates and up to the limit', () => {
  expect(new Set(paths()).size).toBe(paths().length)
  expect(paths({ most: 12 })).toHaveLength(12)
  expect(paths({ most: 12 }).filter((path) => path.startsWith('/api/tags')).length).toBeGreaterThan(3)
})

it('sends values that exist, encoded, and no private names', () => {
  expect(paths().some((path) => path.includes('Tea%20%26%20biscuits') || path.includes('Rain%3Dwet'))).toBe(true)
  expect(paths().join()).not.toContain('secret')
})

it('splits no surrogate pair', () => {
  const faces = samples.map((sample) => ({
    ...sample,
    entries: [{ id: 1, documentId: 'aaaa', title: 'ab😀 🦉cd', label: '😀' }],
  }))
  expect(paths({ samples: faces, most: 400 }).map(decodeURIComponent)).toEqual(
    expect.arrayContaining([
      '/api/articles?filters[title][$startsWith]=ab😀',
      '/api/articles?filters[title][$endsWithi]=🦉cd',
    ]),
  )
})

it('makes some requests without the token if there is one', () => {
  const anonymous = (withToken: boolean) =>
    makeRequests({ ...options, withToken }).filter((one) => one.anonymous).length
  expect([anonymous(false), anonymous(true)]).toEqual([0, 2])
})
