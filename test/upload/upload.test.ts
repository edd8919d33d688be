import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../support/databases.ts'
import { blankPng, type FileEntry, formOf, openSite, picture, type Site, turnedPicture } from './site.ts'

describe.each(DATABASES)('uploads on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind)
  })
  afterAll(() => site.place.remove())

  it('answers 201 with a bare list, in the shape of the reference', async () => {
    const image = await picture(1200, 900)
    const { status, body } = await site.upload(
      formOf(
        [
          ['My Photo.png', image],
          ['notes.txt', 'hello'],
        ],
        [{ alternativeText: 'Two colours', caption: 'é' }, { name: 'renamed.txt' }],
      ),
    )
    expect(status).toBe(201)
    const [photo, notes] = body as [FileEntry, FileEntry]
    const hash = expect.stringMatching(/^My_Photo_[0-9a-f]{10}$/)
    expect(photo).toEqual({
      id: expect.any(Number),
      documentId: expect.stringMatching(/^[a-z][a-z\d]{23}$/),
      name: 'My Photo.png',
      alternativeText: 'Two colours',
      caption: 'é',
      focalPoint: null,
      width: 1200,
      height: 900,
      formats: expect.any(Object),
      hash,
      ext: '.png',
      mime: 'image/png',
      size: Math.round(image.length / 10) / 100,
      url: `/uploads/${photo.hash}.png`,
      previewUrl: null,
      provider: 'local',
      provider_metadata: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      publishedAt: expect.any(String),
      isUrlSigned: false,
    })
    expect(Object.keys(photo.formats ?? {}).sort()).toEqual(['large', 'medium', 'small', 'thumbnail'])
    const small = readFileSync(join(site.uploads, `small_${photo.hash}.png`))
    expect(photo.formats?.small).toEqual({
      name: 'small_My Photo.png',
      hash: `small_${photo.hash}`,
      ext: '.png',
      mime: 'image/png',
      path: null,
      width: 500,
      height: 375,
      size: Math.round(small.length / 10) / 100,
      sizeInBytes: small.length,
      url: `/uploads/small_${photo.hash}.png`,
    })
    expect(photo.formats?.thumbnail).toMatchObject({ width: 208, height: 156 })
    expect(notes).toMatchObject({
      name: 'renamed.txt',
      width: null,
      formats: null,
      ext: '.txt',
      mime: 'text/plain',
      size: 0.01,
    })
    expect(notes.hash).toMatch(/^renamed_[0-9a-f]{10}$/)
    expect(readFileSync(join(site.uploads, `${photo.hash}.png`)).equals(image)).toBe(true)
    const read = await site.ask(`/api/upload/files/${photo.id}`)
    expect(read).toEqual({ status: 200, body: photo })
  })

  it('lists files as reads do, as a bare list', async () => {
    // A mark that turns the text around is no part of a name: `c` and all that follows would be shown backwards.
    for (const name of ['a.txt', 'b.txt', '\u202ec.txt']) await site.one(`list-${name}`, name)
    const list = async (query: string) => {
      const { status, body } = await site.ask(`/api/upload/files?filters[name][$startsWith]=list-&${query}`)
      expect(status).toBe(200)
      return (body as readonly { name: string }[]).map(({ name }) => name.slice(5, 6)).join('')
    }
    expect(await list('sort=name:desc')).toBe('cba')
    expect(await list('sort=name&pagination[pageSize]=1&pagination[page]=2')).toBe('b')
    expect(await list('sort=name&pagination[start]=1&pagination[limit]=5')).toBe('bc')
    expect(await list('sort=name&start=1&limit=1')).toBe('b')
    for (const limit of ['0', '-1', '']) expect(await list(`sort=name&limit=${limit}`)).toBe('abc')
    const { body } = await site.ask('/api/upload/files?fields=name&filters[name]=list-a.txt')
    expect(Object.keys((body as readonly object[])[0] ?? {})).toEqual(['id', 'documentId', 'name', 'isUrlSigned'])
    for (const wrong of ['limit=x', 'limit=-2', 'start=-1', 'start=1&pagination[limit]=1', 'pagination[page]=x']) {
      expect(await site.ask(`/api/upload/files?${wrong}`), wrong).toMatchObject({ status: 400 })
    }
    expect(await site.ask('/api/upload/files?filters[folderPath]=/')).toMatchObject({ status: 400 })
  })

  it('attaches files to an entry, and deleting them leaves neither link nor file', async () => {
    const created = await site.lectern.fetch('/api/articles', {
      method: 'POST',
      headers: { authorization: 'Bearer the-key', 'content-type': 'application/json' },
      body: JSON.stringify({ data: { title: 'one' } }),
    })
    const { data } = (await created.json()) as { data: { id: number; documentId: string } }
    const attach = async (field: string, ...names: readonly string[]) => {
      const form = formOf(await Promise.all(names.map(async (name) => [name, await picture(300, 200)] as const)))
      for (const [key, value] of [
        ['ref', 'api::article.article'],
        ['refId', String(data.id)],
        ['field', field],
      ] as const)
        form.append(key, value)
      return site.upload(form)
    }
    const named = async () => {
      const { body } = await site.ask(
        `/api/articles/${data.documentId}?populate[cover][fields]=name&populate[gallery][fields]=name`,
      )
      const { cover, gallery } = (
        body as { data: { cover: { name: string } | null; gallery: { name: string }[] | null } }
      ).data
      return [cover?.name ?? null, (gallery ?? []).map(({ name }) => name)]
    }
    expect((await attach('gallery', '1.png', '2.png')).status).toBe(201)
    expect((await attach('gallery', '3.png')).status).toBe(201)
    expect((await attach('cover', 'old.png')).status).toBe(201)
    const cover = await attach('cover', 'new.png')
    expect(await named()).toEqual(['new.png', ['1.png', '2.png', '3.png']])
    expect(await attach('cover', 'a.png', 'b.png')).toMatchObject({ status: 400 })
    expect(await attach('title', 'a.png')).toMatchObject({ status: 400 })

    const [file] = cover.body as [FileEntry]
    const links = await site.count('files_related_mph')
    expect(site.kept().filter((name) => name.includes(file.hash))).toHaveLength(2)
    const gone = await site.ask(`/api/upload/files/${file.id}`, 'DELETE')
    expect(gone).toEqual({ status: 200, body: file })
    expect(await named()).toEqual([null, ['1.png', '2.png', '3.png']])
    expect(await site.count('files_related_mph')).toBe(links - 1)
    expect(site.kept().filter((name) => name.includes(file.hash))).toEqual([])
    for (const method of ['GET', 'DELETE']) {
      expect(await site.ask(`/api/upload/files/${file.id}`, method)).toMatchObject({
        status: 404,
        body: { error: { name: 'NotFoundError', message: 'file.notFound' } },
      })
    }
  })

  it('deletes the files of an upload whose rows cannot be stored', async () => {
    const [kept, rows] = [site.kept(), await site.count('files')]
    const form = formOf([['a.png', await picture(300, 200)]])
    for (const [key, value] of Object.entries({ ref: 'api::article.article', refId: '999999', field: 'cover' })) {
      form.append(key, value)
    }
    expect(await site.upload(form)).toMatchObject({ status: 400, body: { error: { details: { path: 'refId' } } } })
    expect(site.kept()).toEqual(kept)
    expect(await site.count('files')).toBe(rows)
  })

  it('names the media attributes where field is none of them', async () => {
    const form = new FormData()
    form.append('files', new Blob(['x']), 'x.txt')
    for (const [key, value] of Object.entries({ ref: 'api::article.article', refId: '1', field: 'covr' })) {
      form.append(key, value)
    }
    const message = expect.stringMatching(/has no media attribute .*; there are: .*\bcover\b/)
    expect(await site.upload(form)).toMatchObject({ status: 400, body: { error: { message } } })
  })

  it('?id= changes what is said about a file, or its content at the same address', async () => {
    const before = await site.one('photo.png', await picture(1100, 800), { alternativeText: 'old', caption: 'stays' })
    const said = await site.upload(formOf([], { alternativeText: 'new', name: 'better.png' }), `?id=${before.id}`)
    expect(said).toMatchObject({
      status: 200,
      body: { id: before.id, name: 'better.png', alternativeText: 'new', caption: 'stays', url: before.url },
    })
    const image = await picture(400, 100)
    const replaced = await site.upload(formOf([['other.png', image]]), `?id=${before.id}`)
    expect(replaced).toMatchObject({
      status: 200,
      body: {
        id: before.id,
        name: 'other.png',
        alternativeText: 'new',
        url: before.url,
        hash: before.hash,
        width: 400,
        height: 100,
      },
    })
    expect(Object.keys((replaced.body as FileEntry).formats ?? {})).toEqual(['thumbnail'])
    expect(readFileSync(join(site.uploads, `${before.hash}.png`)).equals(image)).toBe(true)
    expect(site.kept().filter((name) => name.includes(before.hash))).toHaveLength(2)
    const small = await site.upload(formOf([['small.png', await picture(20, 20)]]), `?id=${before.id}`)
    expect(small).toMatchObject({ status: 200, body: { formats: null } })
    expect(site.kept().filter((name) => name.includes(before.hash))).toHaveLength(1)
    expect(
      await site.upload(
        formOf([
          ['a', 'a'],
          ['b', 'b'],
        ]),
        `?id=${before.id}`,
      ),
    ).toMatchObject({ status: 400 })
    expect(await site.upload(formOf([], {}), '?id=999999')).toMatchObject({ status: 404 })
  })

  it('reads fileInfo in brackets, as clients write objects into forms', async () => {
    const form = formOf([
      ['a.txt', 'a'],
      ['b.txt', 'b'],
    ])
    form.append('fileInfo[0][alternativeText]', 'first & [one]')
    form.append('fileInfo[1][caption]', '50 % + é')
    expect((await site.upload(form)).body).toMatchObject([
      { alternativeText: 'first & [one]', caption: null },
      { alternativeText: null, caption: '50 % + é' },
    ])
    const alone = formOf([['c.png', await picture(10, 10)]])
    alone.append('fileInfo[focalPoint][x]', '12.5')
    alone.append('fileInfo[focalPoint][y]', '100')
    alone.append('fileInfo[name]', 'see.png')
    expect((await site.upload(alone)).body).toMatchObject([{ name: 'see.png', focalPoint: { x: 12.5, y: 100 } }])
  })

  it.each(['fileInfo[]', 'fileInfo[0]'])('reads JSON in %s', async (field) => {
    const form = formOf([['a.txt', 'a']])
    form.append(field, JSON.stringify({ caption: 'as JSON' }))
    expect((await site.upload(form)).body).toMatchObject([{ caption: 'as JSON' }])
  })

  it('keeps the focal point of an image', async () => {
    const { id } = await site.one('photo.png', await picture(10, 10), { focalPoint: { x: 10, y: '20' } })
    const shown = async () => (await site.ask(`/api/upload/files/${id}`)).body
    expect(await shown()).toMatchObject({ focalPoint: { x: 10, y: 20 } })
    await site.upload(formOf([], { caption: 'other' }), `?id=${id}`)
    expect(await shown()).toMatchObject({ caption: 'other', focalPoint: { x: 10, y: 20 } })
    await site.upload(formOf([], { focalPoint: { x: 0, y: 0 } }), `?id=${id}`)
    expect(await shown()).toMatchObject({ caption: 'other', focalPoint: { x: 0, y: 0 } })
    await site.upload(formOf([['photo.png', await picture(20, 20)]]), `?id=${id}`)
    expect(await shown()).toMatchObject({ width: 20, caption: 'other', focalPoint: { x: 0, y: 0 } })
  })

  it('no file or entry has an id that no column holds', async () => {
    const beyond = '2147483648'
    for (const method of ['GET', 'DELETE']) {
      expect((await site.ask(`/api/upload/files/${beyond}`, method)).status).toBe(404)
    }
    for (const form of [formOf([], {}), formOf([['a.txt', 'a']])]) {
      expect((await site.upload(form, `?id=${beyond}`)).status).toBe(404)
    }
    const form = formOf([['a.txt', 'a']])
    for (const [key, value] of Object.entries({ ref: 'api::article.article', refId: beyond, field: 'cover' })) {
      form.append(key, value)
    }
    expect(await site.upload(form)).toMatchObject({ status: 400, body: { error: { details: { path: 'refId' } } } })
  })

  it('two uploads of the same name do not collide', async () => {
    const uploaded = await Promise.all(
      Array.from({ length: 8 }, (_, index) => site.one('same.txt', `content ${index}`)),
    )
    expect(new Set(uploaded.map(({ url }) => url)).size).toBe(8)
    for (const [index, { hash }] of uploaded.entries()) {
      expect(readFileSync(join(site.uploads, `${hash}.txt`), 'utf8')).toBe(`content ${index}`)
    }
  })
})

describe('images', () => {
  let site: Site
  beforeAll(async () => {
    site = await openSite()
  })
  afterAll(() => site.place.remove())

  const formats = ({ formats }: FileEntry) =>
    Object.fromEntries(Object.entries(formats ?? {}).map(([key, { width, height }]) => [key, [width, height]]))

  it.each([
    [200, 100, {}],
    [245, 156, {}],
    [246, 156, { thumbnail: [245, 155] }],
    [100, 600, { thumbnail: [26, 156], small: [83, 500] }],
    [751, 20, { thumbnail: [245, 7], small: [500, 13], medium: [750, 20] }],
  ])('%i × %i', async (width, height, expected) => {
    const file = await site.one('x.png', await picture(width, height))
    expect(file).toMatchObject({ width, height })
    expect(formats(file)).toEqual(expected)
  })

  it.each(['jpeg', 'webp', 'gif'] as const)('%s versions are of the same kind', async (format) => {
    const file = await site.one(`x.${format}`, await picture(600, 600, format))
    const made = await sharp(join(site.uploads, `small_${file.hash}.${format}`)).metadata()
    expect(made).toMatchObject({ format, width: 500, height: 500 })
  })

  it('stand the right way up', async () => {
    const file = await site.one('turned.jpg', await turnedPicture(800, 400))
    expect(file).toMatchObject({ width: 800, height: 400 })
    const path = join(site.uploads, `small_${file.hash}.jpg`)
    expect(await sharp(path).metadata()).toMatchObject({ width: 500, height: 250 })
    expect((await sharp(path).metadata()).orientation ?? 1).toBe(1)
  })

  it.each([
    ['cut off', async () => (await picture(900, 700, 'jpeg')).subarray(0, 900)],
    ['a small one cut off', async () => (await picture(100, 100, 'png')).subarray(0, 120)],
    ['no image at all', async () => Buffer.from('<script>alert(1)</script>')],
    [
      'an SVG by another name',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'),
    ],
  ])('broken ones are files like any other: %s', async (_what, make) => {
    const content = await make()
    const file = await site.one('broken.png', content)
    expect(file).toMatchObject({ width: null, height: null, formats: null, mime: 'image/png' })
    expect(site.kept().filter((name) => name.includes(file.hash))).toEqual([`${file.hash}.png`])
    expect(readFileSync(join(site.uploads, `${file.hash}.png`)).equals(content)).toBe(true)
  })

  it('a small file that unpacks to a huge image is not unpacked', async () => {
    const bomb = blankPng(12_000, 12_000)
    expect(bomb.length).toBeLessThan(100_000)
    expect(await site.one('blank.png', blankPng(200, 200))).toMatchObject({ width: 200 })
    expect(await site.one('bomb.png', bomb)).toMatchObject({ width: null, formats: null })
    // Few pixels, but each line takes its time.
    expect(await site.one('lines.png', blankPng(1, 70_000))).toMatchObject({ width: null, formats: null })
  })

  it.each([
    ['a PNG', 'png', 2_000, 2_000, false],
    ['a JPEG, which is a quarter of the work', 'jpeg', 2_000, 2_000, true],
    ['a PNG within the limit', 'png', 1_000, 1_000, true],
    ['a JPEG of four times the limit', 'jpeg', 2_100, 2_000, false],
    ['a progressive JPEG, which is half of the work', 'progressive', 2_000, 1_000, true],
    ['a progressive JPEG of twice the limit', 'progressive', 2_000, 1_001, false],
  ] as const)('the limit on pixels goes by what they cost: %s', async (_what, kind, width, height, isShown) => {
    const limited = await openSite('SQLite', { plugins: { upload: { config: { pixelLimit: 1_000_000 } } } })
    const drawn = await picture(width, height, kind === 'png' ? 'png' : 'jpeg')
    const content = kind === 'progressive' ? await sharp(drawn).jpeg({ progressive: true }).toBuffer() : drawn
    const entry = await limited.one(`image.${kind}`, content)
    expect(entry).toMatchObject(isShown ? { width, height } : { width: null, height: null, formats: null })
    await limited.place.remove()
  })

  it('are named by what they are where the name does not tell', async () => {
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(await picture(10, 10))], { type: 'image/png' }), 'blob')
    form.append('files', new Blob(['x'], { type: 'text/html' }), '../../etc/..\\evil .%00')
    const [named, evil] = (await site.upload(form)).body as [FileEntry, FileEntry]
    expect(named).toMatchObject({ name: 'blob', ext: '.png', mime: 'image/png' })
    expect(evil).toMatchObject({ ext: '', mime: 'application/octet-stream' })
    expect(evil.hash).toMatch(/^[A-Za-z\d_]+_[0-9a-f]{10}$/)
    expect(site.kept()).toContain(evil.hash)
  })

  it.each([
    ['png', '.png', 'image/png'],
    ['jpeg', '.jpg', 'image/jpeg'],
    ['webp', '.webp', 'image/webp'],
    ['gif', '.gif', 'image/gif'],
  ] as const)('are known as %s by their first bytes, where neither name nor type tells', async (format, ext, mime) => {
    const { url, ...entry } = await site.one('photo', await picture(10, 10, format))
    expect(entry).toMatchObject({ name: 'photo', ext, mime, width: 10 })
    expect((await site.lectern.fetch(url)).headers.get('content-type')).toBe(mime)
  })

  it('custom breakpoints', async () => {
    const other = await openSite('SQLite', { plugins: { upload: { config: { breakpoints: { tiny: 64 } } } } })
    try {
      const file = await other.one('x.png', await picture(300, 300))
      expect(formats(file)).toEqual({ thumbnail: [156, 156], tiny: [64, 64] })
    } finally {
      await other.place.remove()
    }
  })

  it('a folder of files elsewhere', async () => {
    const other = await openSite('SQLite', { server: { dirs: { public: './else/where' } } })
    try {
      const { url } = await other.one('x.txt', 'x')
      expect(other.kept()).toEqual([])
      expect(await (await other.lectern.fetch(url)).text()).toBe('x')
    } finally {
      await other.place.remove()
    }
  })
})
