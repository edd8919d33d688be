/** Descriptions are valid OpenAPI 3.1, by the word of two validators, and their examples are valid by their own word. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeProject, type Lectern, type OpenApiDocument } from '../../src/index.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { openMagazineOn } from '../extensions/open-on.ts'
import { fixture } from '../support/fixture.ts'
import { AS_FULL_ACCESS, AS_READ_ONLY, AS_USER, openMagazine } from '../support/magazine.ts'
import { makeProject } from '../support/make-project.ts'
import { openSite } from '../writes/site.ts'
import { examplesIn } from './examples-in.ts'
import { problemsOf, shapesOf } from './validate.ts'

const describeMagazine = () =>
  describeProject({ project: fixture('magazine'), database: fixture('magazine.sqlite'), env: {} })

async function served(lectern: Lectern, headers: Readonly<Record<string, string>> = {}): Promise<OpenApiDocument> {
  const response = await lectern.fetch('/_openapi.json', { headers })
  expect(response.status).toBe(200)
  return (await response.json()) as OpenApiDocument
}

async function expectValid(document: OpenApiDocument): Promise<void> {
  expect(await problemsOf(document)).toEqual([])
  const shapes = shapesOf(document, { sealed: false })
  const examples = examplesIn(document)
  const wrong = examples.flatMap(({ at, schema, value }) =>
    shapes.faults(schema, value).map((fault) => `${at}: ${fault}`),
  )
  expect(examples.length).toBeGreaterThan(5)
  expect(wrong).toEqual([])
}

describe('a description is valid', () => {
  let magazine: Awaited<ReturnType<typeof openMagazine>>
  beforeAll(async () => {
    magazine = await openMagazine()
  })
  afterAll(() => magazine.close())

  it('of a whole project', async () => {
    await expectValid(await describeMagazine())
  })

  it.each([
    ['the public', {}],
    ['a user', AS_USER],
    ['a token that reads', AS_READ_ONLY],
    ['a token that may do everything', AS_FULL_ACCESS],
  ])('for %s', async (_, headers) => {
    await expectValid(await served(magazine.lectern, headers))
  })
})

it('is valid with extensions', async () => {
  const { lectern, close } = await openMagazineOn('SQLite', { extensions: EXTENSION_NAMES })
  try {
    const document = await served(lectern)
    await expectValid(document)
    // Generators take it for any value, and others for none: orval's code for it does not compile.
    expect(JSON.stringify(document)).not.toContain('"not":{}')
  } finally {
    await close()
  }
})

const RULES = {
  title: { type: 'string', required: true, minLength: 30, maxLength: 40 },
  plate: { type: 'string', regex: '^[A-Z]{2}-\\d+$' },
  odd: { type: 'string', regex: '^[\\w-.]+$' },
  slug: { type: 'uid', targetField: 'title' },
  kind: { type: 'enumeration', enum: ['a', 'b'], default: 'b' },
  stars: { type: 'integer', min: 1, max: 5 },
  price: { type: 'decimal', min: 100.5 },
  big: { type: 'biginteger', max: '12' },
  address: { type: 'email', required: true },
  day: { type: 'date' },
  hour: { type: 'time' },
  at: { type: 'datetime' },
  stamp: { type: 'timestamp' },
  flag: { type: 'boolean', default: false },
  text: { type: 'richtext' },
  tree: { type: 'blocks' },
  any: { type: 'json' },
  part: { type: 'component', component: 'shared.part', required: true },
  parts: { type: 'component', component: 'shared.part', repeatable: true, min: 2, max: 3 },
  zone: { type: 'dynamiczone', components: ['shared.part', 'error.part'] },
  cover: { type: 'media' },
  gallery: { type: 'media', multiple: true },
  other: { type: 'relation', relation: 'manyToOne', target: 'api::error.error' },
  anything: { type: 'relation', relation: 'morphToMany' },
}

describe('a description of a database that may be written to is valid', () => {
  let site: Awaited<ReturnType<typeof openSite>>
  let document: OpenApiDocument
  beforeAll(async () => {
    site = await openSite('SQLite', {
      types: {
        // Names that the description has for itself, or that two models would share.
        error: { attributes: { name: { type: 'string' } } },
        item: { attributes: RULES, draftAndPublish: true, localized: true },
        'item-input': { attributes: RULES },
        'upload-file': { attributes: { 'a-1': { type: 'string' } } },
        front: { attributes: { title: { type: 'string', required: true } }, single: true },
      },
      components: {
        'shared.part': {
          label: { type: 'string', required: true },
          inner: { type: 'component', component: 'error.part' },
        },
        'error.part': { label: { type: 'string' } },
      },
    })
    document = await served(site.lectern, {})
  })
  afterAll(() => site.close())

  it('with everything that can be written', async () => {
    await expectValid(document)
    expect(Object.keys(document.paths['/api/items/{documentId}'] ?? {}).sort()).toEqual(['delete', 'get', 'put'])
    expect(document.paths['/api/items/{documentId}/actions/publish']).toHaveProperty('post')
    expect(document.paths['/api/item-inputs/{documentId}/actions/publish']).toBeUndefined()
    expect(Object.keys(document.paths['/api/front'] ?? {}).sort()).toEqual(['delete', 'get', 'put'])
  })

  it('with a name of its own for every schema and operation', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining([
        'api.error.error',
        'api.item.item',
        'api.item-input.item-input',
        'api.upload-file.upload-file',
        'plugin.upload.file',

        'Front',
        'SharedPart',
      ]),
    )
  })

  it.each(['/api/item-inputs', '/api/items'])(
    'and the example for %s is accepted, except for its links',
    async (path) => {
      const { cover: _, gallery: _files, other: _link, ...values } = bodyExample(document, path)
      expect(Object.keys(values).length).toBeGreaterThan(15)
      await site.create(path, values)
    },
  )
})

function bodyExample({ paths }: OpenApiDocument, path: string): Readonly<Record<string, unknown>> {
  const example = paths[path]?.post?.requestBody?.content['application/json']?.example
  return (example as { readonly data: Readonly<Record<string, unknown>> }).data
}

it('what is not valid is seen by both validators', async () => {
  const [first, ...others] = await problemsOf({ openapi: '3.1.0', info: { title: 'No version' }, paths: { a: {} } })
  expect(first).toContain('version')
  expect(others.join()).toMatch(/`version`/)
})

it('a project without any content type has a valid description', async () => {
  const project = await makeProject({ types: {}, permissions: ['plugin::i18n.locales.listLocales'] })
  try {
    const document = await served(await project.open())
    expect(await problemsOf(document)).toEqual([])
    expect(Object.keys(document.paths)).toEqual(['/api/i18n/locales', '/uploads/{file}', '/_health', '/_ready'])
  } finally {
    await project.remove()
  }
})
