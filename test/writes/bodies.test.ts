/** Values, defaults, and bodies that are wrong: refused as a whole, in the envelope, with nothing written. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, type Json, openSite, readAnswer, type Site, type SiteSpec } from './site.ts'

const SPEC: SiteSpec = {
  types: {
    item: {
      attributes: {
        title: { type: 'string', required: true, minLength: 2, maxLength: 20 },
        slug: { type: 'uid', targetField: 'title' },
        code: { type: 'string', unique: true },
        number: { type: 'integer', unique: true },
        mail: { type: 'email' },
        size: { type: 'integer', min: 1, max: 5 },
        big: { type: 'biginteger' },
        ratio: { type: 'float' },
        price: { type: 'decimal' },
        open: { type: 'boolean', default: true },
        day: { type: 'date' },
        hour: { type: 'time' },
        moment: { type: 'datetime' },
        stamp: { type: 'timestamp' },
        mood: { type: 'enumeration', enum: ['calm', 'wild'], default: 'calm' },
        extra: { type: 'json' },
        list: { type: 'array' },
        body: { type: 'blocks' },
        rich: { type: 'richtext' },
        word: { type: 'string', regex: '^[a-z]+$' },
        secret: { type: 'password' },
        hidden: { type: 'string', private: true },
        frozen: { type: 'string', writable: false },
        part: { type: 'component', component: 'part.one' },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
        locks: { type: 'relation', relation: 'manyToMany', target: 'api::lock.lock' },
      },
    },
    tag: { attributes: { title: { type: 'string' } } },
    lock: { attributes: { title: { type: 'string' } } },
  },
  components: { 'part.one': { title: { type: 'string', required: true } } },
  permissions: ['item', 'tag'].flatMap((name) =>
    ['find', 'findOne', 'create', 'update', 'delete'].map((action) => `api::${name}.${name}.${action}`),
  ),
}

const VALUES: Json = {
  title: 'Whole',
  mail: 'a@example.org',
  size: 3,
  big: '9007199254740993',
  ratio: 0.1,
  price: 12.5,
  open: false,
  day: '2024-02-29',
  hour: '13:45:10.500',
  moment: '2024-07-01T12:34:56.789Z',
  stamp: '1719837296789',
  mood: 'wild',
  extra: { a: [1, null, { b: 'ü' }] },
  list: [1, 'two', null],
  body: [{ type: 'paragraph', children: [{ type: 'text', text: 'Hi' }] }],
  rich: '# Hi\n\nthere',
  word: 'abc',
}

describe.each(DATABASES)('bodies on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())
  const refusal = async (data: unknown, method = 'POST', path = '/api/items') => {
    const answer = await site.ask(method, path, data)
    expect(answer).toMatchObject({ status: 400, data: null, error: { status: 400 } })
    return answer.error ?? { name: '', message: '', details: {} }
  }
  const raw = async (body: string | undefined, type = 'application/json', method = 'POST', path = '/api/items') =>
    readAnswer(
      await site.lectern.fetch(path, {
        method,
        headers: { 'content-type': type },
        ...(body === undefined ? {} : { body }),
      }),
    )
  const countItems = async () => (await site.sql('select count(*) from items')).flat()[0]

  it('values of every kind come back as they were sent', async () => {
    const made = await site.create('/api/items?populate=*', VALUES)
    expect(made).toMatchObject(VALUES)
    expect(made).toMatchObject({ slug: 'whole', code: null, part: null, tags: [] })
    expect(Object.keys(made)).not.toEqual(expect.arrayContaining(['secret']))
    const nothing = Object.fromEntries(Object.keys(VALUES).flatMap((key) => (key === 'title' ? [] : [[key, null]])))
    const cleared = await site.update(`/api/items/${made.documentId}`, nothing)
    expect(cleared).toMatchObject({ ...nothing, title: 'Whole' })
  })

  it('defaults stand in for what is not sent, not for null', async () => {
    expect(await site.create('/api/items', { title: 'Default' })).toMatchObject({ open: true, mood: 'calm' })
    expect(await site.create('/api/items', { title: 'Null', open: null, mood: null })).toMatchObject({
      open: null,
      mood: null,
    })
  })

  it('private values and passwords are stored, and not shown', async () => {
    const made = await site.create('/api/items', { title: 'Quiet', hidden: 'h', secret: 'correct horse' })
    expect(JSON.stringify(made)).not.toMatch(/correct|"hidden"|"secret"/)
    const [row] = await site.sql(`select hidden, secret from items where id = ${made.id}`)
    expect(row?.[0]).toBe('h')
    expect(row?.[1]).toMatch(/^\$2[aby]\$\d\d\$.{53}$/)
  })

  it('slugs are made from their target and made unique', async () => {
    const made = []
    for (let count = 0; count < 3; count += 1) made.push(await site.create('/api/items', { title: 'Größe & more' }))
    expect(made.map(({ slug }) => slug)).toEqual(['groesse-and-more', 'groesse-and-more-1', 'groesse-and-more-2'])
    expect(await site.update(`/api/items/${made[1]?.documentId}`, { title: 'Other' })).toMatchObject({
      slug: 'groesse-and-more-1',
    })
    const error = await refusal({ title: 'Taken', slug: 'groesse-and-more' })
    expect(error.details.errors).toEqual([
      { path: ['slug'], message: 'This attribute must be unique', name: 'ValidationError', value: 'groesse-and-more' },
    ])
  })

  it('unique values are refused a second time, all at once, and an entry may keep its own', async () => {
    const made = await site.create('/api/items', { title: 'Unique', code: 'u', number: 7 })
    const error = await refusal({ title: 'Again', code: 'u', number: 7 })
    expect(error.message).toBe('2 errors occurred')
    expect(error.details.errors).toMatchObject([{ path: ['code'] }, { path: ['number'] }])
    expect(await site.update(`/api/items/${made.documentId}`, { code: 'u', number: 7 })).toMatchObject({ code: 'u' })
    await site.create('/api/items', { title: 'No code', code: null })
    await site.create('/api/items', { title: 'No code', code: null })
  })

  it('all errors are reported at once', async () => {
    const before = await countItems()
    const error = await refusal({
      title: 'x',
      mail: 'nobody',
      size: 6,
      big: 1.5,
      open: 'yes',
      day: '2024-02-30',
      hour: 'noon',
      moment: 'soon',
      mood: 'sad',
      list: {},
      word: 'ABC',
      part: {},
      tags: [{}],
    })
    const errors = error.details.errors as readonly Json[]
    expect(errors.map(({ path }) => (path as readonly string[]).join('.')).sort()).toEqual(
      [
        'big',
        'day',
        'hour',
        'list',
        'mail',
        'moment',
        'mood',
        'open',
        'part.title',
        'size',
        'tags.0',
        'title',
        'word',
      ].sort(),
    )
    expect([error.name, error.message]).toEqual(['ValidationError', `${errors.length} errors occurred`])
    expect(errors.find(({ path }) => (path as readonly string[])[0] === 'mood')?.message).toBe(
      'mood must be one of the following values: calm, wild, ',
    )
    expect(await countItems()).toEqual(before)
  })

  it('numbers beyond those of JavaScript are refused, not stored as null', async () => {
    const before = await countItems()
    const numbers =
      '"size": 1e999, "big": -1e999, "ratio": 1e999, "price": -1e999, "extra": { "a": [1e999] }, "list": [-1e999]'
    const { status, error } = await raw(`{ "data": { "title": "ok", ${numbers} } }`)
    expect(status).toBe(400)
    const texts = ((error?.details.errors ?? []) as readonly Json[]).map((one) => one.message)
    expect(texts).toEqual([
      'size must be less than or equal to 2147483647',
      'big is too large: numbers go up to 1.7e308',
      'ratio is too large: numbers go up to 1.7e308',
      'price is too large: numbers go up to 1.7e308',
      'extra has a number that is too large, at a[0]: numbers go up to 1.7e308',
      'list has a number that is too large, at [0]: numbers go up to 1.7e308',
    ])
    expect(await countItems()).toEqual(before)
  })

  it('names that cannot be written are refused alike', async () => {
    const body = (key: string, path: string | null | undefined = null) => ({
      name: 'ValidationError',
      details: { key, ...(path === undefined ? {} : { path }), source: 'body' },
    })
    expect(await refusal({ title: 'ok', nothing: 1 })).toMatchObject({
      message: 'Invalid key nothing',
      ...body('nothing'),
    })
    for (const key of ['frozen', 'locks']) {
      expect(await refusal({ title: 'ok', [key]: null }), key).toMatchObject({
        message: `Invalid key ${key}`,
        ...body(key),
      })
    }
    expect(await refusal({ title: 'ok', part: { nothing: 1 } })).toMatchObject(body('nothing', 'part'))
    expect(await refusal({ title: 'ok', tags: { connect: [], add: [] } })).toMatchObject(body('add', 'tags'))
  })

  it('an entry that was read can be changed and sent back', async () => {
    const { frozen, ...made } = await site.create('/api/items?populate=*', { title: 'Sent', number: 4_001 })
    const sent = { ...made, number: 4_002, locale: 'fr', localizations: [], createdBy: 1, updatedBy: { id: 1 } }
    const changed = await site.update(`/api/items/${made.documentId}?populate=*`, sent)
    expect(changed).toEqual({
      ...made,
      frozen,
      number: 4_002,
      updatedAt: expect.any(String),
      publishedAt: expect.any(String),
    })
    const { createdAt } = await site.create('/api/items', {
      title: 'Old',
      id: 1,
      createdAt: '2020-01-01T00:00:00.000Z',
    })
    expect(String(createdAt).slice(0, 4)).not.toBe('2020')
  })

  it('numbers and booleans may come as texts, as forms send them', async () => {
    const sent = { title: 'Form', number: '4007', ratio: '1.5', price: '3.10', big: '50', open: 'false' }
    expect(await site.create('/api/items', sent)).toMatchObject({
      number: 4_007,
      ratio: 1.5,
      price: 3.1,
      big: '50',
      open: false,
    })
    const form = new URLSearchParams(
      Object.entries({ ...sent, number: ' 4008 ' }).map(([key, value]): [string, string] => [`data[${key}]`, value]),
    )
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await site.lectern.fetch('/api/items', { method: 'POST', headers, body: String(form) })
    expect(response.status).toBe(201)
    expect(await refusal({ title: 'Form', number: '7.5' })).toMatchObject({ message: 'number must be an integer' })
  })

  it('entries are not sent as multipart/form-data', async () => {
    const body = '--b\r\nContent-Disposition: form-data; name="data[title]"\r\n\r\nForm\r\n--b--\r\n'
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const response = await site.lectern.fetch('/api/items', { method: 'POST', headers, body })
    expect(response.status).toBe(400)
    const hint = expect.stringMatching(/^Send JSON, .* Files are sent to …\/upload/)
    expect(await response.json()).toMatchObject({ error: { details: { hint } } })
  })

  it('names of a form are written with data', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await site.lectern.fetch('/api/items', { method: 'POST', headers, body: 'title=Form' })
    expect(response.status).toBe(400)
    const hint = expect.stringMatching(/^Send JSON, .* In a form, name the fields as in data\[title\]/)
    expect(await response.json()).toMatchObject({ error: { details: { hint } } })
  })

  it('a JSON text is shown as it was sent', async () => {
    for (const extra of ['text', '', '"quoted"', 'not json{', true, 0, [], { a: null }]) {
      expect(await site.create('/api/items', { title: 'JSON', extra }), JSON.stringify(extra)).toMatchObject({ extra })
    }
  })

  it('a text with a JSON object or list is that value, as forms send it', async () => {
    const deep = `${'['.repeat(101)}${']'.repeat(101)}`
    const unsafe = ['{"a":', '{"a":"\\u0000"}', '[1e999]', '[12345678901234567890]', '["\\ud800"]', deep]
    for (const [sent, shown] of [
      ['{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
      [' [1, "é"]\n', [1, 'é']],
      ...unsafe.map((text) => [text, text]),
    ]) {
      expect(await site.create('/api/items', { title: 'Form', extra: sent }), String(sent)).toMatchObject({
        extra: shown,
      })
    }
  })

  it.each(['needle', 'a "quoted" one', 'two\nlines\u0001', 'é 🙂', '[1', '12', 'null'])(
    'a JSON text is found by the text that was sent: %j',
    async (extra) => {
      const made = await site.create('/api/items', { title: 'Sought', extra })
      const idsOf = async (operator: string) =>
        (
          await site.list(
            `/api/items?pagination[limit]=100&filters[extra][${operator}]=${encodeURIComponent(JSON.stringify(extra))}`,
          )
        ).map(({ documentId }) => documentId)
      expect(await idsOf('$eq')).toEqual([made.documentId])
      expect(await idsOf('$ne')).not.toContain(made.documentId)
    },
  )

  it('filters do not say whether there is an answer', async () => {
    const query = 'filters[title]=other&_q=other'
    const made = await site.create(`/api/items?${query}`, { title: 'Filtered' })
    await site.update(`/api/items/${made.documentId}?${query}`, { number: 5 })
    expect(await site.ask('PUT', `/api/items/${made.documentId}?filters[nope]=1`, { number: 6 })).toMatchObject({
      status: 400,
      error: { message: 'Invalid key nope' },
    })
    expect((await site.ask('DELETE', `/api/items/${made.documentId}?${query}`)).status).toBe(204)
  })

  it('a PUT is checked by the same rules', async () => {
    const made = await site.create('/api/items', { title: 'Rules' })
    const path = `/api/items/${made.documentId}`
    expect(await refusal({ title: null }, 'PUT', path)).toMatchObject({ details: { errors: [{ path: ['title'] }] } })
    expect(await refusal({ title: 1 }, 'PUT', path)).toMatchObject({
      message: 'title must be a `string` type, but the final value was: `1`.',
    })
    expect(await site.read(path)).toEqual(made)
  })

  describe('that are no bodies', () => {
    it.each([
      ['nothing', undefined],
      ['an empty text', ''],
      ['null', 'null'],
      ['a list', '[]'],
      ['no data', '{"title":"x"}'],
      ['data of null', '{"data":null}'],
      ['a list of data', '{"data":[{"title":"xx"}]}'],
      ['data of text', '{"data":"x"}'],
    ])('%s', async (_, body) => {
      const answer = await raw(body)
      expect(answer).toMatchObject({
        status: 400,
        data: null,
        error: { name: 'ValidationError', message: 'Missing "data" payload in the request body' },
      })
    })

    it.each(['{"data":', '{"data":{}', "{'data':{}}", 'data=1', '{"data":{"title":"\u0001"}}'])(
      'not JSON: %j',
      async (body) => {
        expect(await raw(body)).toMatchObject({ status: 400, data: null, error: { status: 400 } })
      },
    )

    it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/octet-stream'])('as %s', async (type) => {
      const answer = await raw('{"data":{"title":"typed"}}', type)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(answer.error).not.toBeNull()
    })

    it('too large', async () => {
      const before = await countItems()
      const answer = await raw(JSON.stringify({ data: { title: 'large', rich: 'x'.repeat(40_000_000) } }))
      expect(answer).toMatchObject({ status: 413, data: null, error: { name: 'PayloadTooLargeError' } })
      expect(await countItems()).toEqual(before)
    })

    it('too deep', async () => {
      const extra = `${'['.repeat(5000)}${']'.repeat(5000)}`
      expect(await raw(`{"data":{"title":"deep","extra":${extra}}}`)).toMatchObject({ status: 400, data: null })
    })

    it('with what no database holds', async () => {
      for (const text of ['\\u0000', '\\ud800']) {
        expect(await raw(`{"data":{"title":"ok","rich":"${text}"}}`)).toMatchObject({ status: 400, data: null })
      }
    })

    it('with a name of every object', async () => {
      for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
        const answer = await raw(`{"data":{"title":"ok","${key}":{"title":"x"}}}`)
        expect(answer, key).toMatchObject({ status: 400, error: { message: `Invalid key ${key}` } })
      }
    })

    it('wrong in the middle of a large one: nothing is left of it', async () => {
      const tags = await site.sql('select count(*) from components_part_ones')
      const before = await countItems()
      const made = await site.create('/api/items', { title: 'Middle', part: { title: 'p' } })
      await refusal({ title: 'New', part: { title: 'q' }, tags: [999_999] }, 'PUT', `/api/items/${made.documentId}`)
      await refusal({ title: 'New', part: { title: 'q' }, tags: [999_999] })
      expect(await site.read(`/api/items/${made.documentId}?populate=*`)).toMatchObject({
        title: 'Middle',
        part: { title: 'p' },
      })
      await site.ask('DELETE', `/api/items/${made.documentId}`)
      expect([await site.sql('select count(*) from components_part_ones'), await countItems()]).toEqual([tags, before])
    })
  })
})
