/** Refused uploads: too large, empty, broken, without permission, or never finished. Nothing of them is left. */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MOST_OF_CALLER } from '../../src/upload/upload-slots.ts'
import { until } from '../support/until.ts'
import { AS_KEY, formOf, openSite, picture, type Site } from './site.ts'

const SIZE_LIMIT = 100_000
const FILES = 3

let site: Site
let url: string
let before: readonly string[]

beforeAll(async () => {
  site = await openSite('SQLite', {
    plugins: { upload: { config: { sizeLimit: SIZE_LIMIT } } },
    api: { rest: { limits: { uploadFiles: FILES } } },
  })
  url = await site.lectern.listen({ host: '127.0.0.1', port: 0 })
  await site.one('there.txt', 'there')
})
beforeEach(() => {
  before = site.kept()
})
afterAll(() => site.place.remove())

async function expectNothingKept() {
  expect(site.kept()).toEqual(before)
  expect(await site.count('files')).toBe(1)
}

const post = (body: FormData | Uint8Array | string, headers: Readonly<Record<string, string>> = AS_KEY, query = '') =>
  fetch(`${url}/api/upload${query}`, { method: 'POST', body: body as FormData, headers })

async function refusal(response: Response) {
  const { error } = (await response.json()) as {
    error: { status: number; name: string; message: string; details: unknown }
  }
  expect(error.status).toBe(response.status)
  return error
}

describe('limits', () => {
  it('a file as large as the limit, and one byte more', async () => {
    expect((await post(formOf([['a.bin', Buffer.alloc(SIZE_LIMIT + 1)]]))).status).toBe(413)
    await expectNothingKept()
    const file = await site.one('a.bin', Buffer.alloc(SIZE_LIMIT))
    expect(file.size).toBe(SIZE_LIMIT / 1000)
    await site.ask(`/api/upload/files/${file.id}`, 'DELETE')
    await expectNothingKept()
  })

  it('names the limit, also when much more follows, and the connection lives on', async () => {
    const form = formOf([
      ['good.txt', 'good'],
      ['a.bin', Buffer.alloc(20 * SIZE_LIMIT)],
      ['b.bin', Buffer.alloc(20 * SIZE_LIMIT)],
    ])
    expect(await refusal(await post(form))).toMatchObject({
      status: 413,
      name: 'PayloadTooLargeError',
      details: { limit: 'sizeLimit', maximum: SIZE_LIMIT },
    })
    await expectNothingKept()
  })

  it('the number of files', async () => {
    const files = Array.from({ length: FILES + 1 }, (_, index) => [`${index}.txt`, 'x'] as const)
    expect(await refusal(await post(formOf(files)))).toMatchObject({
      status: 400,
      details: { limit: 'uploadFiles', maximum: FILES },
    })
    await expectNothingKept()
  })

  it('texts', async () => {
    const form = formOf([['a.txt', 'x']])
    form.append('fileInfo', 'x'.repeat(2_000_000))
    expect((await post(form)).status).toBe(413)
    const many = formOf([['a.txt', 'x']])
    for (let index = 0; index < 200; index++) many.append(`f${index}`, 'x')
    expect((await post(many)).status).toBe(400)
    await expectNothingKept()
  })
})

describe('forms', () => {
  it.each<readonly [string, () => FormData]>([
    ['no files', () => formOf([])],
    ['only an empty choice', () => formOf([['', '']])],
    [
      'files in another field',
      () => {
        const form = new FormData()
        form.append('photo', new Blob(['x']), 'x.txt')
        return form
      },
    ],
  ])('%s: Files are empty', async (_what, form) => {
    expect(await refusal(await post(form()))).toMatchObject({
      status: 400,
      name: 'ValidationError',
      message: 'Files are empty',
      details: { hint: "Send multipart/form-data with the files in the field files: form.append('files', file)" },
    })
    await expectNothingKept()
  })

  it('JSON: Files are empty', async () => {
    const response = await post('{"x":1}', { ...AS_KEY, 'content-type': 'application/json' })
    expect(await refusal(response)).toMatchObject({ status: 400, message: 'Files are empty' })
  })

  it.each<readonly [string, readonly string[], number]>([
    ['not JSON', ['{'], 1],
    ['no object', ['"x"'], 1],
    ['a number for a text', ['{"caption":1}'], 1],
    ['half a character', ['{"caption":"\\ud800"}'], 1],
    ['one object for two files', ['{"caption":"x"}'], 2],
    ['two objects for one file', ['[{},{}]'], 1],
    ['a list in lists, too deep to be repeated', ['['.repeat(20_000) + ']'.repeat(20_000)], 1],
  ])('fileInfo: %s', async (_what, infos, files) => {
    const form = formOf(Array.from({ length: files }, (_, index) => [`${index}.txt`, 'x'] as const))
    for (const info of infos) form.append('fileInfo', info)
    expect((await post(form)).status).toBe(400)
    await expectNothingKept()
  })

  it('all errors in fileInfo are reported at once', async () => {
    const error = await refusal(
      await post(
        formOf(
          [
            ['a', 'a'],
            ['b', 'b'],
          ],
          [{ name: 1 }, { caption: [] }],
        ),
      ),
    )
    expect(error).toMatchObject({
      message: '2 errors occurred',
      details: { errors: [{ path: ['fileInfo', '0', 'name'] }, { path: ['fileInfo', '1', 'caption'] }] },
    })
  })

  it.each<readonly [unknown, readonly string[]]>([
    [
      { x: 101, y: 'a' },
      ['fileInfo.focalPoint.x must be less than or equal to 100', 'fileInfo.focalPoint.y must be a number'],
    ],
    [
      { x: -1 },
      ['fileInfo.focalPoint.x must be greater than or equal to 0', 'fileInfo.focalPoint.y is a required field'],
    ],
    [[1, 2], ['fileInfo.focalPoint must be an object with x and y']],
    ['top', ['fileInfo.focalPoint must be an object with x and y']],
  ])('a focal point that is none: %j', async (focalPoint, messages) => {
    const error = await refusal(await post(formOf([['a.png', 'a']], { focalPoint })))
    expect(error).toMatchObject({ details: { errors: messages.map((message) => ({ message })) } })
    await expectNothingKept()
  })

  it('a form whose Content-Type was set by hand: the hint says what writes it', async () => {
    const response = await post(Buffer.from('--x--'), { ...AS_KEY, 'content-type': 'multipart/form-data' })
    expect(await refusal(response)).toMatchObject({
      details: { hint: expect.stringContaining('Do not set Content-Type') },
    })
  })

  it.each([
    ['no boundary', 'multipart/form-data', '--x\r\n\r\n--x--'],
    [
      'another boundary',
      'multipart/form-data; boundary=y',
      '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\na\r\n--x--',
    ],
    [
      'no end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nabc',
    ],
    ['no end in the head', 'multipart/form-data; boundary=x', '--x\r\nContent-Dispos'],
    ['nothing', 'multipart/form-data; boundary=x', ''],
    ['noise', 'multipart/form-data; boundary=x', 'x'.repeat(300_000)],
  ])('broken: %s', async (_what, type, body) => {
    const response = await post(Buffer.from(body), { ...AS_KEY, 'content-type': type })
    expect((await refusal(response)).status).toBe(400)
    await expectNothingKept()
  })
})

describe('callers', () => {
  const ROUTES = [
    ['POST', '/api/upload', 'upload'],
    ['GET', '/api/upload/files', 'find'],
    ['GET', '/api/upload/files/page', 'findPage'],
    ['GET', '/api/upload/files/1', 'findOne'],
    ['DELETE', '/api/upload/files/1', 'destroy'],
  ] as const

  it.each(ROUTES)('%s %s needs its permission', async (method, path, action) => {
    const body = method === 'POST' ? { body: formOf([['a.txt', 'x']]) } : {}
    await allow([])
    expect((await fetch(`${url}${path}`, { method, ...body })).status).toBe(403)
    await expectNothingKept()
    const others = ROUTES.map(([, , other]) => other).filter((other) => other !== action)
    await allow(others)
    expect((await fetch(`${url}${path}`, { method, ...body })).status).toBe(403)
    await expectNothingKept()
  })

  async function allow(actions: readonly string[]) {
    await site.place.sql("delete from up_permissions where action like 'plugin::upload%'")
    for (const action of actions) {
      await site.place.sql(`insert into up_permissions (action) values ('plugin::upload.content-api.${action}')`)
    }
    await site.place.sql(
      "insert into up_permissions_role_lnk (permission_id, role_id) select p.id, r.id from up_permissions p, up_roles r where p.action like 'plugin::upload%' and r.type = 'public'",
    )
  }

  /** Sends a form whose last part is sent when `meanwhile` is done. */
  async function postSlowly(query: string, meanwhile: () => Promise<void>) {
    const request = httpRequest(`${url}/api/upload${query}`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    const answered = once(request, 'response') as Promise<[IncomingMessage]>
    request.write('--x\r\nContent-Disposition: form-data; name="files"; filename="there.txt"\r\n\r\nan')
    await until(async () => site.kept().length > before.length)
    await meanwhile()
    request.end('other\r\n--x--\r\n')
    const [response] = await answered
    response.resume()
    return response.statusCode
  }

  it.each([
    ['a new file', ''],
    ['another content of a file', '?id=1'],
  ])('whose permission is revoked while %s arrives', async (_what, query) => {
    await allow(['upload'])
    expect(await postSlowly(query, () => allow([]))).toBe(403)
    await expectNothingKept()
    const [file] = site.kept().filter((name) => name.endsWith('.txt'))
    expect(readFileSync(join(site.uploads, file ?? ''), 'utf8')).toBe('there')
  })

  it('permission to upload is no permission to change entries', async () => {
    await allow(['upload'])
    const form = formOf([['a.txt', 'x']])
    for (const [key, value] of Object.entries({ ref: 'api::article.article', refId: '1', field: 'cover' }))
      form.append(key, value)
    expect((await post(form, {})).status).toBe(403)
    await expectNothingKept()
    await allow([])
  })
})

describe('uploads that are never finished', () => {
  const HEAD = (length: number) =>
    `POST /api/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${AS_KEY.authorization}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\n\r\n`

  const open = () =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => resolve(socket))
      socket.on('error', reject)
    })

  it('an upload that is refused half-way is drained, and the connection lives on', async () => {
    const socket = await open()
    let received = ''
    socket.on('data', (chunk) => {
      received += chunk.toString()
    })
    const size = 30_000_000
    const head = HEAD(0)
    const partHead = head.slice(head.indexOf('\r\n\r\n') + 4)
    const rest = size - Buffer.byteLength(partHead)
    socket.write(HEAD(size))
    socket.write(Buffer.alloc(rest, 'x'))
    socket.write('GET /_health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await new Promise((resolve) => socket.once('close', resolve))
    expect(received).toMatch(/^HTTP\/1\.1 413 [\s\S]*"limit":"sizeLimit"[\s\S]*HTTP\/1\.1 204 /)
    await expectNothingKept()
  })

  async function until(condition: () => boolean) {
    for (let tries = 0; tries < 500 && !condition(); tries++) await pause(10)
    expect(condition()).toBe(true)
  }

  it('leave nothing when the client hangs up', async () => {
    for (const bytes of [1_000, 50_000]) {
      const socket = await open()
      socket.write(HEAD(90_000))
      socket.write(Buffer.alloc(bytes))
      await until(() => site.kept().length > before.length)
      socket.destroy()
      await until(() => site.kept().length === before.length)
      await expectNothingKept()
    }
  })

  it('leave nothing when several hang up at once, and others go on', async () => {
    const sockets = await Promise.all(Array.from({ length: 10 }, open))
    for (const socket of sockets) socket.write(HEAD(90_000) + 'x'.repeat(1_000))
    const good = site.one('good.png', await picture(300, 300))
    await until(() => site.kept().length >= before.length + sockets.length)
    for (const socket of sockets) socket.destroy()
    const file = await good
    await until(() => site.kept().every((name) => !name.startsWith('.incoming')))
    await site.ask(`/api/upload/files/${file.id}`, 'DELETE')
    await expectNothingKept()
  })

  it('have so many files open at a time, and the others wait', async () => {
    const sockets = await Promise.all(Array.from({ length: MOST_OF_CALLER + 20 }, open))
    for (const socket of sockets) socket.write(HEAD(90_000) + 'x'.repeat(1_000))
    const incoming = () => site.kept().filter((name) => name.startsWith('.incoming')).length
    await until(() => incoming() === MOST_OF_CALLER)
    expect((await site.ask('/api/upload/files')).status).toBe(200)
    expect(incoming()).toBe(MOST_OF_CALLER)
    for (const socket of sockets.slice(0, MOST_OF_CALLER)) socket.destroy()
    await until(() => incoming() === 20)
    for (const socket of sockets) socket.destroy()
    await until(() => site.kept().length === before.length)
    await expectNothingKept()
  })
})

it('files are not named or typed by what the client says', async () => {
  const form = new FormData()
  form.append('files', new Blob(['<script>alert(1)</script>'], { type: 'image/png' }), 'x.html')
  const response = await post(form)
  const [file] = (await response.json()) as [{ id: number; url: string; mime: string }]
  expect(file.mime).toBe('text/html')
  const served = await fetch(`${url}${file.url}`)
  expect(served.headers.get('content-type')).toBe('application/octet-stream')
  expect(served.headers.get('content-disposition')).toBe('attachment')
  await site.ask(`/api/upload/files/${file.id}`, 'DELETE')
})

describe('types that a project allows and denies', () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex')

  /** The files that are accepted: name, claimed type, content. */
  async function taken(security: object, files: readonly (readonly [string, string, Buffer | string])[]) {
    const strict = await openSite('SQLite', { plugins: { upload: { config: { security } } } })
    try {
      const names: string[] = []
      for (const [name, type, content] of files) {
        const form = new FormData()
        form.append('files', new Blob([content as string], { type }), name)
        const before = strict.kept().length
        const { status, body } = await strict.upload(form)
        if (status === 201) names.push(name)
        else {
          expect(body).toMatchObject({ error: { status: 400, message: expect.stringMatching(/^Files of the type /) } })
          expect(strict.kept()).toHaveLength(before)
        }
      }
      return names
    } finally {
      await strict.place.remove()
    }
  }

  const plain = (...names: readonly string[]) => names.map((name) => [name, 'application/octet-stream', 'x'] as const)

  it('an empty list allows nothing', async () => {
    expect(await taken({ allowedTypes: [] }, plain('a.png', 'a.txt', 'a.unknown', 'a'))).toEqual([])
  })

  it('no list allows everything', async () => {
    const names = ['a.png', 'a.txt', 'a.unknown', 'a']
    expect(await taken({}, plain(...names))).toEqual(names)
    expect(await taken({ deniedTypes: [] }, plain(...names))).toEqual(names)
  })

  it('by the ending alone, which is what the file is served as', async () => {
    const files = plain('a.png', 'a.txt', 'a.pdf', 'a.png.html', 'a')
    expect(await taken({ allowedTypes: ['image/*', 'text/plain'] }, files)).toEqual(['a.png', 'a.txt'])
    expect(await taken({ allowedTypes: ['image/png'] }, [['b.html', 'image/png', png]])).toEqual([])
  })

  it('with wildcards, in any case', async () => {
    const files = plain('a.png', 'a.PDF', 'a.txt')
    expect(await taken({ allowedTypes: ['*/PNG', 'Application/*'] }, files)).toEqual(['a.png', 'a.PDF'])
    expect(await taken({ allowedTypes: ['*'] }, files)).toHaveLength(3)
    expect(await taken({ allowedTypes: ['*/*'], deniedTypes: ['*/pdf'] }, files)).toEqual(['a.png', 'a.txt'])
    expect(await taken({ allowedTypes: ['image', 'ima*', 'text/pla*'] }, files)).toEqual([])
  })

  it('a denied type is refused by its ending, by what the client claims and by its first bytes', async () => {
    const files = [
      ['a.svg', 'text/plain', 'x'],
      ['b.txt', 'image/png', 'x'],
      ['c.txt', 'text/plain', png],
      ['d.txt', 'text/plain', 'x'],
    ] as const
    expect(await taken({ deniedTypes: ['image/*'] }, files)).toEqual(['d.txt'])
    expect(await taken({ allowedTypes: ['*'], deniedTypes: ['image/svg+xml'] }, files)).not.toContain('a.svg')
  })
})
