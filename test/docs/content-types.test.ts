/** docs/content-types.md is true: its files are a project, its attributes take its values, its body becomes its entry. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ATTRIBUTE_TYPES, SCALAR_TYPES } from '../../src/schema/attribute-types.ts'
import { page, quoted, tableRows } from '../structure/pages.ts'
import { DATABASES } from '../writes/site.ts'
import { openPageProject, type PageProject, shownFiles } from './page-project.ts'

const PAGE = 'content-types.md'
const text = page(PAGE)
const files = shownFiles(`docs/${PAGE}`)

interface Kind {
  readonly type: string
  readonly attribute: Readonly<Record<string, unknown>>
  readonly value: unknown
}

const kinds: readonly Kind[] = tableRows(text, 'Type', 'In the schema file', 'A value').map(
  ([type = '', attribute = '', value = '']) => ({
    type: quoted(type)[0] ?? '',
    attribute: JSON.parse(quoted(attribute)[0] ?? 'null'),
    value: JSON.parse(quoted(value)[0] ?? 'null'),
  }),
)

/** A type that has each of them, under its name. */
const SAMPLE = {
  kind: 'collectionType',
  collectionName: 'samples',
  info: { singularName: 'sample', pluralName: 'samples', displayName: 'Sample' },
  attributes: Object.fromEntries(kinds.map(({ type, attribute }) => [type, attribute])),
}

const bodies = [...text.slice(text.indexOf('## An entry')).matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(
  ([, json = '']) => JSON.parse(json),
)
const query = /`GET …(\?[^`]+)`/.exec(text)?.[1] ?? ''

describe(`docs/${PAGE}`, () => {
  it('shows every type of attribute', () => {
    expect(kinds.map(({ type }) => type).sort()).toEqual([...SCALAR_TYPES, 'customField'].sort())
    const shown = JSON.stringify(Object.values(files))
    const links = ATTRIBUTE_TYPES.filter((type) => !kinds.some((kind) => kind.type === type))
    expect(links.filter((type) => !shown.includes(`"type":"${type}"`))).toEqual([])
  })

  it('explains every key that its files use', () => {
    const used = [...Object.values(files), SAMPLE].flatMap((file) => keysOf(file))
    const explained = [
      ...tableRows(text, 'Key', 'Meaning'),
      ...tableRows(text, 'Option', 'Applies to'),
      ...tableRows(text, 'Option', 'Meaning'),
    ]
      .flatMap((cells) => quoted(cells.join(' ')))
      .flatMap((key) => key.split('.'))
    const inProse = ['type', 'relation', 'component', 'components', 'repeatable', 'multiple', 'customField']
    const missing = [...new Set(used)].filter((key) => !explained.includes(key) && !inProse.includes(key))
    expect(missing).toEqual([])
  })
})

/** Keys of a schema file and of its attributes, without the names of attributes. */
function keysOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'attributes' ? [key, ...Object.values(inner as object).flatMap(keysOf)] : [key, ...keysOf(inner)],
  )
}

describe.each(DATABASES)(`docs/${PAGE} on %s`, (kind) => {
  let project: PageProject

  beforeAll(async () => {
    project = await openPageProject(kind, { ...files, 'src/api/sample/content-types/sample/schema.json': SAMPLE })
  })
  afterAll(() => project?.close())

  it('is a project of which nothing is left out', () => {
    expect(Object.keys(files)).toHaveLength(8)
    expect([project.lectern.leftOut, project.lectern.notices]).toEqual([[], []])
  })

  it.each(kinds)('$type takes its value, and shows it', async ({ type, value }) => {
    const { documentId } = await project.create('/api/samples', { string: `A sample of ${type}`, [type]: value })
    const entry = await project.read(`/api/samples/${documentId}`)
    if (type === 'password') expect(entry).not.toHaveProperty(type)
    else if (type === 'timestamp') expect(entry[type]).toBe(String(Date.parse(String(value))))
    else expect(entry[type]).toEqual(value)
  })

  it('makes of the body the entry that it shows', async () => {
    await project.create('/api/writers', { name: 'Ada' })
    await project.create('/api/shelves', { label: 'Chemistry' })
    const { documentId } = await project.create('/api/books', bodies[0].data)
    expect(await project.read(`/api/books/${documentId}${query}`)).toMatchObject(bodies[1])
  })

  it('shows relations from both sides, and those to any type', async () => {
    const shelf = await project.create('/api/shelves', { label: 'Maps' })
    const book = await project.create('/api/books', { title: 'Rivers', shelves: [shelf.documentId] })
    expect(await project.read(`/api/shelves/${shelf.documentId}?populate=books`)).toMatchObject({
      books: [{ documentId: book.documentId }],
    })
    const writer = await project.create('/api/writers', { name: 'Clara' })
    const about = { __type: 'api::writer.writer', id: writer.id }
    await project.create('/api/notes', { text: 'Ask her', about })
    expect(await project.read(`/api/writers/${writer.documentId}?populate=notes`)).toMatchObject({
      notes: [{ text: 'Ask her' }],
    })
  })

  it('holds values to the rules that it names', async () => {
    const refused = await project.ask('POST', '/api/books', { title: 'Tides', isbn: '12' })
    expect([refused.status, refused.error?.details]).toMatchObject([400, { errors: [{ path: ['isbn'] }] }])
    expect((await project.ask('POST', '/api/writers', { name: 'Clara' })).status).toBe(400)
  })
})
