import { compare } from 'bcrypt'
import { describe, expect, it } from 'vitest'
import { schemaOf, typeOf, uidOf, viewOf } from '../../test/support/schema-of.ts'
import { ApiError } from '../errors/api-error.ts'
import type { RowInput } from './document-input.ts'
import { uniqueAttributes } from './unique-attributes.ts'
import { type DocumentRequest, validateDocument } from './validate-document.ts'

const to = (relation: string, target: string, more = {}) => ({
  type: 'relation',
  relation,
  target: uidOf(target),
  ...more,
})

const schema = schemaOf({
  types: {
    article: {
      title: { type: 'string', required: true, minLength: 3 },
      slug: { type: 'uid', targetField: 'title' },
      code: { type: 'uid', default: 'No Code' },
      kind: { type: 'enumeration', enum: ['news', 'opinion'], default: 'news' },
      views: { type: 'integer', min: 0, unique: true },
      meta: { type: 'json', default: { a: 1 } },
      body: { type: 'blocks' },
      note: { type: 'string', private: true },
      pass: { type: 'password', minLength: 4, encryption: { rounds: 4 } },
      closed: { type: 'string', writable: false },
      cover: { type: 'media', required: true },
      gallery: { type: 'media', multiple: true },
      author: to('manyToOne', 'author'),
      tags: to('manyToMany', 'tag'),
      secret: to('oneToOne', 'secret'),
      subject: { type: 'relation', relation: 'morphToOne' },
      seo: { type: 'component', component: 'shared.seo', required: true },
      items: { type: 'component', component: 'shared.item', repeatable: true, min: 2, max: 3 },
      zone: { type: 'dynamiczone', components: ['shared.seo', 'shared.item'], max: 2 },
    },
    page: {
      title: { type: 'string', required: true },
      items: { type: 'component', component: 'shared.item', repeatable: true, required: true },
    },
    author: { name: { type: 'string' }, hidden: { type: 'string', private: true }, status: { type: 'string' } },
    tag: { name: { type: 'string' } },
    secret: { name: { type: 'string' } },
  },
  components: {
    'shared.seo': {
      title: { type: 'string', required: true },
      items: { type: 'component', component: 'shared.item', repeatable: true },
    },
    'shared.item': {
      label: { type: 'string', maxLength: 5, default: 'none' },
      tag: to('oneToOne', 'tag'),
      pin: { type: 'password' },
    },
  },
  withoutDrafts: ['page', 'author'],
})

const view = viewOf(schema, [`${uidOf('author')}.find`, `${uidOf('tag')}.find`])
const article = typeOf(schema, 'article')

type Request = Partial<DocumentRequest>

const validate = (body: DocumentRequest['body'], more: Request = {}) =>
  validateDocument({ body, type: article, view, mode: 'update', draft: false, ...more })

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ApiError) return error
  throw error ?? new Error('it was accepted')
}

async function fieldErrors(promise: Promise<unknown>) {
  const error = await errorOf(promise)
  expect([error.status, error.name, error.code]).toEqual([400, 'ValidationError', 'DATA_INVALID'])
  return error.details.errors as readonly {
    readonly path: readonly string[]
    readonly message: string
    readonly value?: unknown
  }[]
}

const messages = async (promise: Promise<unknown>) => (await fieldErrors(promise)).map(({ message }) => message)

const named = <Value>(map: ReadonlyMap<{ readonly name: string }, Value>) =>
  Object.fromEntries([...map].map(([attribute, value]) => [attribute.name, value]))

const scalarsOf = (row: RowInput | undefined) => named(row?.scalars ?? new Map())

const COMPLETE = { title: 'Title', seo: { title: 'Seo' } }

const UNKNOWN_TYPE = {
  key: 'subject',
  path: null,
  source: 'body',
  hint: '"__type" must be a content type that you may find, such as "api::article.article".',
}

describe('names', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['foo', { foo: 1 }, { key: 'foo', path: null, source: 'body' }],
    ['titel', { titel: 1 }, { key: 'titel', path: null, source: 'body', hint: 'Did you mean title?' }],
    ...['closed', 'secret', '__proto__', 'constructor', '__component'].map(
      (key): [string, Record<string, unknown>, Record<string, unknown>] => [
        key,
        JSON.parse(`{"${key}":1}`),
        { key, path: null, source: 'body' },
      ],
    ),
    ['foo at seo', { seo: { foo: 1 } }, { key: 'foo', path: 'seo', source: 'body' }],
    ['foo at seo.items', { seo: { items: [{}, { foo: 1 }] } }, { key: 'foo', path: 'seo.items', source: 'body' }],
    ['foo at zone', { zone: [{ __component: 'shared.seo', foo: 1 }] }, { key: 'foo', path: 'zone', source: 'body' }],
    [
      '__component at seo',
      { seo: { __component: 'shared.seo' } },
      { key: '__component', path: 'seo', source: 'body', hint: expect.stringContaining('leave it out here') },
    ],
    ['foo at author', { author: { id: 1, foo: 1 } }, { key: 'foo', path: 'author', source: 'body' }],
    ['hidden at author', { author: { id: 1, hidden: 'x' } }, { key: 'hidden', path: 'author', source: 'body' }],
    ['foo at tags', { tags: { connect: [], foo: 1 } }, { key: 'foo', path: 'tags', source: 'body' }],
    ['position at cover', { cover: { id: 1, position: {} } }, { key: 'position', path: 'cover', source: 'body' }],
    ['subject', { subject: { __type: uidOf('secret'), id: 1 } }, UNKNOWN_TYPE],
    ['subject', { subject: { __type: 'api::nope.nope', id: 1 } }, UNKNOWN_TYPE],
  ])('Invalid key %s', async (shown, body, details) => {
    const error = await errorOf(validate({ views: 'also wrong', ...body }))
    expect(error).toMatchObject({ status: 400, name: 'ValidationError', code: 'KEY_INVALID' })
    expect(error.message).toBe(`Invalid key ${shown}`)
    expect(error.details).toEqual(details)
  })

  it('ignores what the server says of an entry, whatever is in it', async () => {
    const sent = { id: 1, documentId: 5, createdAt: 'x', updatedAt: null, publishedAt: {}, locale: ['fr'] }
    const row = await validate({ ...sent, localizations: 1, createdBy: 1, updatedBy: 1, title: 'Title' })
    expect(scalarsOf(row)).toEqual({ title: 'Title' })
    expect([row.relations.size, row.components.size, row.media.size]).toEqual([0, 0, 0])
  })

  it('takes a relation whose target may be found', async () => {
    const row = await validate({ secret: 1 }, { view: viewOf(schema) })
    expect(Object.keys(named(row.relations))).toEqual(['secret'])
  })

  it('takes private attributes', async () => {
    expect(scalarsOf(await validate({ note: 'x' }))).toEqual({ note: 'x' })
  })
})

describe('values', () => {
  it('are stored in their form, and only what was sent', async () => {
    const row = await validate({ title: 'Title', views: null, meta: [1], kind: 'opinion' })
    expect(scalarsOf(row)).toEqual({ title: 'Title', views: null, meta: '[1]', kind: 'opinion' })
    expect([row.slugs.size, row.relations.size, row.components.size, row.media.size]).toEqual([0, 0, 0, 0])
  })

  it('that are wrong are reported one by one, with path and value', async () => {
    const error = await errorOf(validate({ title: 1 }))
    expect(error.message).toBe('title must be a `string` type, but the final value was: `1`.')
    expect(error.details).toEqual({
      errors: [{ path: ['title'], message: error.message, name: 'ValidationError', value: 1 }],
    })
  })

  it('that are wrong are reported all at once', async () => {
    const body = { title: 'x', views: -1, kind: 'x', seo: { title: 5, items: [{ label: 'too long' }] }, zone: [{}] }
    const error = await errorOf(validate(body))
    expect(error.message).toBe('6 errors occurred')
    expect(error.details.errors).toMatchObject([
      { path: ['title'], message: 'title must be at least 3 characters', value: 'x' },
      { path: ['kind'], message: 'kind must be one of the following values: news, opinion, ', value: 'x' },
      { path: ['views'], message: 'views must be greater than or equal to 0', value: -1 },
      { path: ['seo', 'title'], message: 'seo.title must be a `string` type, but the final value was: `5`.' },
      { path: ['seo', 'items', '0', 'label'], message: 'seo.items[0].label must be at most 5 characters' },
      { path: ['zone', '0', '__component'], message: 'zone[0].__component is a required field' },
    ])
  })

  it('are all counted, and the first thousand listed', async () => {
    const error = await errorOf(validate({ body: Array(5_000).fill({}), title: 1 }))
    expect(error.message).toBe('5001 errors occurred')
    expect(error.details.errors).toHaveLength(1_000)
    expect(error.details.errors).toMatchObject({ 0: { path: ['title'] }, 999: { path: ['body', '998', 'type'] } })
  })

  it('that are long are not repeated', async () => {
    const [short, long] = [Array(1_000).fill(0), Array(10_000).fill(0)]
    const errors = await fieldErrors(validate({ title: short, kind: long }))
    expect(errors).toMatchObject([{ path: ['title'], value: short }, { path: ['kind'] }])
    expect(Object.keys(errors[1] ?? {})).toEqual(['path', 'message', 'name'])
  })

  it('of a rich text are nodes', async () => {
    const [error] = await fieldErrors(
      validate({ body: [{ type: 'paragraph', children: [{ type: 'text', text: 1 }] }] }),
    )
    expect(error?.path).toEqual(['body', '0', 'children', '0', 'text'])
  })
})

describe('passwords', () => {
  it('are hashed with the rounds of their attribute, in components too', async () => {
    const row = await validate({ pass: 'hidden', items: [{ pin: '1234' }, {}] })
    const pass = String(scalarsOf(row).pass)
    expect(pass).toMatch(/^\$2[ab]\$04\$/)
    expect(await compare('hidden', pass)).toBe(true)
    const pin = String(scalarsOf(Object.values(named(row.components))[0]?.[0]).pin)
    expect(pin).toMatch(/^\$2[ab]\$10\$/)
    expect(await compare('1234', pin)).toBe(true)
  })

  it('can be taken away', async () => {
    expect(scalarsOf(await validate({ pass: null }))).toEqual({ pass: null })
  })

  it.each([['abc'], [1234567], [['abc']]])('are not repeated in errors: %j', async (pass) => {
    const error = await errorOf(validate({ pass }))
    expect(JSON.stringify([error.message, error.details])).not.toMatch(/abc|1234567/)
  })
})

const NULL_TEXT = 'must be a `string` type, but the final value was: `null`.'
const NULL_OBJECT = 'must be a `object` type, but the final value was: `null`.'
const NULL_LIST = 'must be a `array` type, but the final value was: `null`.'

describe('what is required', () => {
  it.each<[string, Request, Record<string, unknown>, readonly string[]]>([
    ['in a new entry', { mode: 'create' }, {}, [`title ${NULL_TEXT}`, `seo ${NULL_OBJECT}`]],
    [
      'null in a new entry',
      { mode: 'create' },
      { title: null, seo: null },
      [`title ${NULL_TEXT}`, `seo ${NULL_OBJECT}`],
    ],
    ['in a new component', { mode: 'update' }, { seo: {} }, [`seo.title ${NULL_TEXT}`]],
    ['null in an update', {}, { title: null, seo: null }, [`title ${NULL_TEXT}`, `seo ${NULL_OBJECT}`]],
    ['lists are not null', { draft: true }, { items: null, zone: null }, [`items ${NULL_LIST}`, `zone ${NULL_LIST}`]],
    ['lists are not null', { mode: 'create' }, { ...COMPLETE, items: null }, [`items ${NULL_LIST}`]],
    [
      'drafts of types without drafts',
      { mode: 'create', draft: true, type: typeOf(schema, 'page') },
      {},
      ['title must be defined.', 'items must be defined.'],
    ],
  ])('%s', async (_, more, body, expected) => {
    expect(await messages(validate(body, more))).toEqual(expected)
  })

  it('is named in a hint: the message speaks of the type of a null', async () => {
    const error = await errorOf(validate({ items: [{}] }, { mode: 'create' }))
    expect(error.details.hint).toBe('Give a value to title, seo')
    expect((await errorOf(validate({ views: 'x' }))).details.hint).toBeUndefined()
  })

  const BLOCKS =
    'body is a list of blocks: [{ "type": "paragraph", "children": [{ "type": "text", "text": "Hello" }] }]'

  it.each<[Record<string, unknown>, string | undefined]>([
    [{ body: 'Hello' }, BLOCKS],
    [{ body: { type: 'paragraph' } }, BLOCKS],
    [{ kind: 'News' }, 'Did you mean news?'],
    [{ kind: 'opinoin' }, 'Did you mean opinion?'],
    [{ kind: 'essay' }, undefined],
    [{ zone: [{ component: 'shared.seo', title: 'x' }] }, 'Write "__component" instead of "component"'],
    [{ zone: [{ title: 'x' }] }, 'Each item of a dynamic zone names its component: "__component": "shared.seo"'],
    [{ zone: [{ __component: 'shared.soe' }] }, 'Did you mean shared.seo?'],
    [{ body: 'Hello', kind: 'News' }, `Did you mean news?; ${BLOCKS}`],
    [{ zone: [{}, {}] }, 'Each item of a dynamic zone names its component: "__component": "shared.seo"'],
  ])('comes with a hint where the message does not say what to write: %j', async (body, hint) => {
    expect((await errorOf(validate(body))).details.hint).toBe(hint)
  })

  it.each<[string, Request, Record<string, unknown>]>([
    ['an update', { mode: 'update' }, {}],
    ['a draft', { mode: 'create', draft: true }, { title: null, seo: {} }],
    ['a short draft', { mode: 'create', draft: true }, { title: 'x', items: [{}] }],
    ['a known component', { mode: 'update' }, { seo: { id: 5 } }],
    ['relations and files', { mode: 'create' }, COMPLETE],
  ])('is not required of %s', async (_, more, body) => {
    await expect(validate(body, more)).resolves.toBeDefined()
  })
})

describe('new rows', () => {
  it('get defaults and slugs', async () => {
    const row = await validate({ ...COMPLETE, title: 'Größe zählt' }, { mode: 'create' })
    expect(scalarsOf(row)).toEqual({ title: 'Größe zählt', kind: 'news', meta: '{"a":1}' })
    expect(named(row.slugs)).toEqual({ slug: 'groesse-zaehlt', code: 'no-code' })
  })

  it('keep what was sent', async () => {
    const sent = { ...COMPLETE, slug: 'mine', code: 'c', kind: null, meta: null }
    const row = await validate(sent, { mode: 'create' })
    expect(scalarsOf(row)).toEqual({ title: 'Title', slug: 'mine', code: 'c', kind: null, meta: null })
    expect(row.slugs.size).toBe(0)
  })

  it('have a slug in place of null, and none where there is nothing to make it from', async () => {
    expect(named((await validate({ ...COMPLETE, slug: null }, { mode: 'create' })).slugs)).toMatchObject({
      slug: 'title',
    })
    const draft = await validate({ title: '日本', slug: null }, { mode: 'create', draft: true })
    expect(named(draft.slugs)).toEqual({ code: 'no-code' })
    expect(scalarsOf(draft)).toMatchObject({ slug: null })
  })

  it('are components without an id, and all components of a new entry', async () => {
    const items = [{ id: 7 }, { id: '8', label: 'x' }, {}]
    const read = async (more: Request) =>
      Object.values(named((await validate({ ...COMPLETE, items }, more)).components))
        .at(-1)
        ?.map((item) => [item.id, scalarsOf(item).label])
    expect(await read({})).toEqual([
      [7, undefined],
      [8, 'x'],
      [null, 'none'],
    ])
    expect(await read({ mode: 'create' })).toEqual([
      [null, 'none'],
      [null, 'x'],
      [null, 'none'],
    ])
  })
})

describe('components', () => {
  it('are rows in order, nested, with the keys that reads give them', async () => {
    const row = await validate({
      seo: { id: 3, documentId: 'x', title: 'T', items: [{ label: 'a' }] },
      zone: [
        { __component: 'shared.item', label: 'z' },
        { __component: 'shared.seo', id: 4 },
      ],
    })
    const { seo, zone } = named(row.components)
    expect(seo?.map(({ id, model }) => [id, model.uid])).toEqual([[3, 'shared.seo']])
    expect(Object.values(named(seo?.[0]?.components ?? new Map()))).toHaveLength(1)
    expect(zone?.map(({ id, model }) => [id, model.uid])).toEqual([
      [null, 'shared.item'],
      [4, 'shared.seo'],
    ])
  })

  it('can be taken away', async () => {
    const row = await validate({ seo: null, items: [], zone: [] }, { draft: true })
    expect(named(row.components)).toEqual({ seo: [], items: [], zone: [] })
  })

  it.each<[Record<string, unknown>, readonly string[]]>([
    [{ seo: 1 }, ['seo must be a `object` type, but the final value was: `1`.']],
    [{ seo: [{ title: 'a' }] }, ['seo must be a `object` type, but the final value was: `[{"title":"a"}]`.']],
    [{ items: {} }, ['items must be a `array` type, but the final value was: `{}`.']],
    [{ items: [{}, 'x'] }, ['items[1] must be a `object` type, but the final value was: `"x"`.']],
    [{ items: [{}, null] }, ['items[1] must be a `object` type, but the final value was: `null`.']],
    [{ items: [{}] }, ['items field must have at least 2 items']],
    [{ items: [{}, {}, {}, {}] }, ['items field must have less than or equal to 3 items']],
    [{ items: [{ id: 'x' }, {}] }, ['items[0].id must be the id of a component']],
    [
      { zone: [{ __component: 'shared.sea' }] },
      ['zone[0].__component must be one of the following values: shared.seo, shared.item'],
    ],
    [{ zone: [{ __component: 5 }] }, ['zone[0].__component must be a `string` type, but the final value was: `5`.']],
    [{ zone: [{ __component: '' }] }, ['zone[0].__component is a required field']],
    [{ zone: [1] }, ['zone[0] must be a `object` type, but the final value was: `1`.']],
    [{ zone: 'x' }, ['zone must be a `array` type, but the final value was: `"x"`.']],
    [
      { zone: [{}, {}, {}] },
      [
        'zone field must have less than or equal to 2 items',
        'zone[0].__component is a required field',
        'zone[1].__component is a required field',
        'zone[2].__component is a required field',
      ],
    ],
  ])('%j', async (body, expected) => {
    expect(await messages(validate(body))).toEqual(expected)
  })
})

it('uniqueAttributes lists what only the database can check', () => {
  expect(uniqueAttributes(article).map(({ name }) => name)).toEqual(['slug', 'code', 'views'])
})
