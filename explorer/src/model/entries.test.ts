import { describe, expect, it } from 'vitest'
import { DESCRIPTION } from './description.fixture.ts'
import { columnsOf, entriesOf, entryUrl, linksIn, pictureIn, shortText } from './entries.ts'
import { EMPTY } from './query-model.ts'
import type { RequestModel } from './request.ts'

const [ARTICLES, HOME] = DESCRIPTION.types
if (ARTICLES === undefined || HOME === undefined) throw new Error('the fixture has two types')
const request = (query = EMPTY): RequestModel => ({ type: ARTICLES, documentId: null, groups: null, query })

describe('entriesOf', () => {
  it('takes lists and single entries, and no errors', () => {
    expect(entriesOf({ data: [{ id: 1 }, null] })).toEqual([{ id: 1 }])
    expect(entriesOf({ data: { id: 1 } })).toEqual([{ id: 1 }])
    expect(entriesOf({ data: null, error: {} })).toBeNull()
    expect(entriesOf('text')).toBeNull()
  })
})

describe('columnsOf', () => {
  it('begins with pictures, names and what can be followed, and ends with what every entry has', () => {
    const cover = { url: '/uploads/a.png', mime: 'image/png' }
    const author = { documentId: 'u', name: 'Ada' }
    expect(columnsOf([{ id: 1, documentId: 'd', body: 'x', title: 't', author, cover }, { slug: 's' }])).toEqual([
      'cover',
      'title',
      'slug',
      'author',
      'body',
      'id',
      'documentId',
    ])
  })
})

describe('shortText', () => {
  it.each([
    [null, ''],
    [undefined, ''],
    [0, '0'],
    [false, 'false'],
    [[1], '1 item'],
    [[1, 2], '2 items'],
    [{ name: 'Ada' }, 'Ada'],
    [{ documentId: 'd' }, 'd'],
  ])('%j is %s', (value, text) => expect(shortText(value)).toBe(text))
})

describe('pictureIn', () => {
  it('prefers the thumbnail', () => {
    const formats = { thumbnail: { url: '/uploads/thumbnail_a.png' } }
    const file = { url: '/uploads/a.png', mime: 'image/png', alternativeText: 'A boat' }
    expect(pictureIn({ ...file, formats })).toEqual({ url: '/uploads/thumbnail_a.png', text: 'A boat' })
    expect(pictureIn([file])).toEqual({ url: '/uploads/a.png', text: 'A boat' })
    expect(pictureIn({ url: '/uploads/a.webp' })).toEqual({ url: '/uploads/a.webp', text: '' })
  })

  it.each([
    { url: '/uploads/a.pdf', mime: 'application/pdf' },
    { url: 'https://elsewhere.example/a.png', mime: 'image/png' },
    { url: '//elsewhere.example/a.png', mime: 'image/png' },
    { name: 'a.png' },
    'a.png',
  ])('is not in %j', (value) => expect(pictureIn(value)).toBeNull())
})

describe('entryUrl', () => {
  it('leads to the entry, in its locale and status', () => {
    const entry = { documentId: 'a/b', locale: 'fr-FR' }
    expect(entryUrl(entry, [], request(), DESCRIPTION)).toBe('/api/articles/a%2Fb?locale=fr-FR')
    expect(entryUrl(entry, ['related'], request({ ...EMPTY, status: 'draft' }), DESCRIPTION)).toBe(
      '/api/articles/a%2Fb?locale=fr-FR&status=draft',
    )
    expect(entryUrl({ documentId: 'h' }, [], { ...request(), type: HOME }, DESCRIPTION)).toBe('/api/home-page')
  })

  it('gives no link for what has no path of its own', () => {
    expect(entryUrl({ documentId: 'u' }, ['author'], request(), DESCRIPTION)).toBeNull()
    expect(entryUrl({ documentId: 'f' }, ['cover'], request(), DESCRIPTION)).toBeNull()
    expect(entryUrl({ id: 1 }, ['related'], request(), DESCRIPTION)).toBeNull()
    expect(entryUrl({ documentId: 'x' }, ['nothing'], request(), DESCRIPTION)).toBeNull()
  })

  it('is there for each of several', () => {
    const many = [{ documentId: 'a', title: 'A' }, { documentId: 'b' }]
    expect(linksIn(many, ['related'], request(), DESCRIPTION)).toEqual([
      { label: 'A', url: '/api/articles/a' },
      { label: 'b', url: '/api/articles/b' },
    ])
  })
})
