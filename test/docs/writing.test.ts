/** docs/writing.md is true: its requests are made, with its body, and answered as it says. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExampleSite, openExample, readPage } from './example-site.ts'

const PAGE = 'docs/writing.md'

interface Request {
  readonly method: string
  readonly path: string
  readonly status: number
}

type Entry = Readonly<Record<string, unknown>> & { readonly documentId: string }

/** The rows of its first table. */
const requests: readonly Request[] = [
  ...readPage(PAGE).matchAll(/^\| `(POST|PUT|DELETE) ([^\s`]+)`\s+\| (\d{3})\s+\|/gm),
].map(([, method = '', path = '', status]) => ({ method, path, status: Number(status) }))

interface Shown {
  readonly data: {
    readonly title: string
    readonly author: string
    readonly categories: { readonly connect: readonly string[] }
    readonly seo: unknown
    readonly sections: unknown
    readonly cover: number
  }
}

/** Its first block is a body, its second a refusal. */
const blocks = [...readPage(PAGE).matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text)
const body = JSON.parse(blocks[0] ?? 'null') as Shown
const refusal: unknown = JSON.parse(blocks[1] ?? 'null')

let example: ExampleSite

beforeAll(async () => {
  example = await openExample(['api::article.article.*', 'api::homepage.homepage.*'])
})

afterAll(() => example.close())

async function ask(method: string, path: string, content?: unknown): Promise<Response> {
  const init =
    content === undefined ? {} : { body: JSON.stringify(content), headers: { 'content-type': 'application/json' } }
  return example.lectern.fetch(path, { method, ...init })
}

async function entryOf(response: Response): Promise<Entry> {
  return ((await response.json()) as { readonly data: Entry }).data
}

/** The body of the request: none for actions and deletions, another one for the homepage. */
function contentOf({ method, path }: Request): unknown {
  if (method === 'DELETE' || path.includes('/actions/')) return undefined
  return path === '/api/homepage' ? { data: { headline: 'Small things' } } : body
}

describe(PAGE, () => {
  it('has requests and bodies to try', () => {
    expect(requests).toHaveLength(8)
    expect(blocks).toHaveLength(2)
  })

  it.each(requests)('$method $path', async (request) => {
    const { documentId } = await entryOf(await ask('POST', '/api/articles', body))
    const path = request.path.replace('<documentId>', documentId)
    const response = await ask(request.method, path, contentOf(request))
    expect(response.status).toBe(request.status)
    if (request.method === 'DELETE') expect((await ask('GET', path)).status).toBe(404)
  })

  it('shows a body of which everything arrives', async () => {
    const populate =
      'populate[author]=true&populate[categories]=true&populate[seo][populate]=social&populate[sections]=true&populate[cover]=true'
    const response = await ask('POST', `/api/articles?${populate}`, body)
    expect(response.status).toBe(201)
    expect(await entryOf(response)).toMatchObject({
      title: body.data.title,
      slug: expect.stringMatching(/^salt-and-copper/),
      author: { documentId: body.data.author, name: 'Tomás Quiroga' },
      categories: [{ documentId: body.data.categories.connect[0], name: 'Craft' }],
      seo: body.data.seo,
      sections: body.data.sections,
      cover: { id: body.data.cover },
      publishedAt: expect.any(String),
    })
  })

  it('shows a refusal as it is', async () => {
    const response = await ask('POST', '/api/articles', { data: { views: 'x' } })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual(refusal)
  })

  it('keeps a draft from the readers, and discards it', async () => {
    const { documentId } = await entryOf(await ask('POST', '/api/articles', body))
    const path = `/api/articles/${documentId}`
    const change = await ask('PUT', `${path}?status=draft`, { data: { title: 'Salt and tin' } })
    expect(change.status).toBe(200)
    expect((await entryOf(await ask('GET', path))).title).toBe('Salt and copper')
    await ask('POST', `${path}/actions/discard`)
    expect((await entryOf(await ask('GET', `${path}?status=draft`))).title).toBe('Salt and copper')
  })

  it('makes a locale that is missing, and deletes one or all', async () => {
    const { documentId } = await entryOf(await ask('POST', '/api/articles', body))
    const path = `/api/articles/${documentId}`
    const french = { data: { title: 'Sel et cuivre' } }
    expect((await entryOf(await ask('PUT', `${path}?locale=fr-FR`, french))).locale).toBe('fr-FR')
    expect((await ask('DELETE', `${path}?locale=fr-FR`)).status).toBe(204)
    expect((await ask('GET', `${path}?locale=fr-FR`)).status).toBe(404)
    expect((await ask('GET', path)).status).toBe(200)
    expect((await ask('DELETE', `${path}?locale=*`)).status).toBe(204)
    expect((await ask('GET', path)).status).toBe(404)
  })
})
