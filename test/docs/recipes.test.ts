/** docs/recipes.md is true: its TypeScript compiles, and what belongs to no framework is run against the example. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createJiti } from 'jiti'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPeople } from '../../src/operate/open-people.ts'
import { newSecret, signatureHeaders } from '../../src/webhooks/sign.ts'
import { tableRows } from '../structure/pages.ts'
import { fixture } from '../support/fixture.ts'
import { compile } from '../types/compile.ts'
import { type ExampleSite, openExample, readPage, root } from './example-site.ts'
import { openPageProject, shownFiles } from './page-project.ts'

const PAGE = readPage('docs/recipes.md')

/** By name: the block after a line that names a file. Folders are those of a framework, and left out. */
const sources: Readonly<Record<string, string>> = Object.fromEntries(
  [...PAGE.matchAll(/`([^`\s]+\.tsx?)`[^\n]*:\n\n```tsx?\n([\s\S]*?)^```$/gm)].map(([, path = '', text = '']) => [
    path.replaceAll('/', '-').replace(/[[\]]/g, ''),
    text.replace(/'(?:\.{1,2}\/)+(content|webhook)'/, "'./$1.js'"),
  ]),
)

/** The parts of the frameworks that the page uses. */
const AMBIENT = `declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
declare module 'next/headers' {
  export function draftMode(): Promise<{ readonly isEnabled: boolean; enable(): void; disable(): void }>
}
declare module 'next/navigation' {
  export function redirect(url: string): never
  export function notFound(): never
}
declare module 'next/cache' {
  export function revalidateTag(tag: string, profile: { readonly expire: number }): void
}
interface RequestInit { readonly next?: { readonly tags: readonly string[] } }
declare namespace JSX {
  interface IntrinsicElements { h1: unknown }
}
declare function defineEventHandler<Given>(handler: (event: object) => Given): unknown
declare function getCookie(event: object, name: string): string | undefined
declare function getRouterParam(event: object, name: string): string | undefined
declare function createError(options: { statusCode: number }): Error
declare function getQuery<Query>(event: object): Query
declare function setCookie(event: object, name: string, value: string, options: object): void
declare function sendRedirect(event: object, location: string): Promise<void>
`

it('imports its files in a way that Next resolves, whose bundler finds no `.ts` by the name of `.js`', () => {
  const imports = [...PAGE.matchAll(/^import (?!type )[^\n]* from '(\.[^']+)'$/gm)].map(([, path]) => path)
  expect(imports.length).toBeGreaterThan(8)
  expect(imports.filter((path) => path?.endsWith('.js'))).toEqual([])
})

it('its TypeScript compiles', () => {
  expect(Object.keys(sources)).toHaveLength(14)
  const types = readFileSync(fixture('types/example.d.ts'), 'utf8')
  const files = { ...sources, 'lectern-types.d.ts': types, 'ambient.d.ts': AMBIENT }
  expect(compile(files, [], { jsx: 'preserve' }).errors).toEqual([])
})

interface Article {
  readonly documentId: string
  readonly title: string
  readonly slug: string
  readonly author?: { readonly name: string } | null
}

interface Recipes {
  mayPreview(secret: string | null | undefined): boolean
  articleBySlug(slug: string, preview?: boolean): Promise<Article | undefined>
  sitemap(site: string): Promise<string>
  searchArticles(text: string, page?: number): Promise<{ articles: readonly Article[]; total: number; pages: number }>
  articleInLocale(
    locale: string,
    slug: string,
  ): Promise<{ article: Article; alternates: readonly { hreflang: string; href: string }[] } | undefined>
  coverOf(documentId: string): Promise<Readonly<Record<string, unknown>> | undefined>
  isGenuine(request: Request, body: string): Promise<boolean>
  uploadCover(form: FormData, documentId: string, token: string): Promise<number>
  rebuildIfChanged(known: readonly string[], hook: string): Promise<readonly string[]>
}

describe('its recipes, on the example', () => {
  let folder: string
  let example: ExampleSite
  let recipes: Recipes
  let key: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-recipes-'))
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text)
    example = await openExample(['api::article.article.update'])
    const people = await openPeople({ project: example.folder, env: {} }, false)
    key = (await people.createToken({ name: 'recipes', type: 'full-access', actions: [], days: null })).key
    await people.close()
    vi.stubEnv('CONTENT_API', `${await example.lectern.listen({ port: 0 })}/api`)
    vi.stubEnv('PREVIEW_TOKEN', key)
    recipes = await load(folder)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await example.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const read = async <Data>(path: string) =>
    ((await (await example.lectern.fetch(path)).json()) as { readonly data: Data }).data
  const write = (path: string, data: unknown) =>
    example.lectern.fetch(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    })

  it('preview: the draft with a token, the published version without', async () => {
    const slug = 'the-river-keeps-the-minutes'
    const article = await recipes.articleBySlug(slug)
    expect(article?.author?.name).toEqual(expect.any(String))
    const title = 'The river keeps the hours'
    expect((await write(`/api/articles/${article?.documentId}?status=draft`, { title })).status).toBe(200)
    expect((await recipes.articleBySlug(slug, true))?.title).toBe(title)
    expect((await recipes.articleBySlug(slug))?.title).toBe(article?.title)
    expect(await recipes.articleBySlug('nowhere')).toBeUndefined()
  })

  it('preview: refused while there is no secret', () => {
    expect([undefined, null, '', 'guess'].map(recipes.mayPreview)).toEqual([false, false, false, false])
    vi.stubEnv('PREVIEW_SECRET', 'known')
    expect([undefined, 'guess', 'known'].map(recipes.mayPreview)).toEqual([false, false, true])
  })

  it('sitemap: every article', async () => {
    const all = await read<readonly Article[]>('/api/articles?fields=slug&pagination[pageSize]=100')
    const xml = await recipes.sitemap('https://example.com')
    expect(all.length).toBeGreaterThan(10)
    for (const { slug } of all) expect(xml).toContain(`<loc>https://example.com/articles/${slug}</loc><lastmod>20`)
  })

  it('search: all words, in one place or another', async () => {
    const river = await recipes.searchArticles('RIVER')
    expect(river.total).toBeGreaterThan(1)
    const author = (await recipes.articleBySlug('the-river-keeps-the-minutes'))?.author?.name ?? ''
    const both = await recipes.searchArticles(`river ${author}`)
    expect(both.articles.map(({ slug }) => slug)).toContain('the-river-keeps-the-minutes')
    expect(both.total).toBeLessThan(river.total)
    expect(await recipes.searchArticles('')).toMatchObject({ total: 20, pages: 2 })
    expect((await recipes.searchArticles('nosuchword')).articles).toEqual([])
  })

  it('locales: the article, and where its others are', async () => {
    const [french] = await read<readonly Article[]>('/api/articles?locale=fr-FR&fields=slug&pagination[pageSize]=1')
    const found = await recipes.articleInLocale('fr-FR', french?.slug ?? '')
    const english = await read<Article>(`/api/articles/${french?.documentId}?fields=slug`)
    expect(found?.alternates).toContainEqual({ hreflang: 'en', href: `/en/articles/${english.slug}` })
    expect(await recipes.articleInLocale('fr-FR', 'nowhere')).toBeUndefined()
  })

  it('images: every size of a cover, with whole addresses', async () => {
    const { documentId } = (await recipes.articleBySlug('a-lighthouse-to-let')) as Article
    const { cover } = await read<{ readonly cover: { readonly url: string } }>(
      `/api/articles/${documentId}?populate=cover`,
    )
    const { origin } = new URL(process.env.CONTENT_API ?? '')
    const image = await recipes.coverOf(documentId)
    expect(image).toMatchObject({
      src: `${origin}${cover.url}`,
      alt: expect.stringMatching(/./),
      width: 720,
      height: 480,
    })
    const versions = String(image?.srcset).split(', ')
    expect(versions.map((version) => version.split(' ')[1])).toEqual(['234w', '500w', '720w'])
    for (const version of versions) expect((await fetch(version.split(' ')[0] ?? '')).status).toBe(200)
  })

  it('webhooks: only what is signed with the secret, and not old, is genuine', async () => {
    const secret = newSecret()
    const signed = (now: number) =>
      new Request('http://site.example', { headers: signatureHeaders({ id: 'msg_1', body: '{}' }, [secret], now) })
    expect(await recipes.isGenuine(signed(Date.now()), '{}')).toBe(false)
    vi.stubEnv('WEBHOOK_SECRET', secret)
    expect(await recipes.isGenuine(signed(Date.now()), '{}')).toBe(true)
    expect(await recipes.isGenuine(signed(Date.now()), '{ }')).toBe(false)
    expect(await recipes.isGenuine(signed(Date.now() - 600_000), '{}')).toBe(false)
    expect(await recipes.isGenuine(new Request('http://site.example'), '{}')).toBe(false)
  })

  it('upload: the file of a form becomes the cover', async () => {
    const { documentId } = (await recipes.articleBySlug('three-pencils-tested')) as Article
    const form = new FormData()
    form.append('cover', new Blob(['words'], { type: 'text/plain' }), 'words.txt')
    const id = await recipes.uploadCover(form, documentId, key)
    const { cover } = await read<{ readonly cover: unknown }>(`/api/articles/${documentId}?populate=cover`)
    expect(cover).toMatchObject({ id, name: 'words.txt' })
    await expect(recipes.uploadCover(new FormData(), documentId, key)).rejects.toThrow('The form has no file')
    await expect(recipes.uploadCover(form, documentId, 'wrong')).rejects.toMatchObject({ status: 401 })
  })

  it('rebuild: the hook is called when something has changed, and only then', async () => {
    const hook = await countCalls()
    try {
      const first = await recipes.rebuildIfChanged([], hook.url)
      const second = await recipes.rebuildIfChanged(first, hook.url)
      expect([second, hook.calls()]).toEqual([first, 0])
      const { documentId } = (await recipes.articleBySlug('three-pencils-tested')) as Article
      await write(`/api/articles/${documentId}`, { summary: 'Four, really.' })
      const third = await recipes.rebuildIfChanged(second, hook.url)
      expect([third[0] === first[0], third[1] === first[1], hook.calls()]).toEqual([false, true, 1])
      hook.refuse()
      await expect(recipes.rebuildIfChanged(second, hook.url)).rejects.toThrow('127.0.0.1')
    } finally {
      hook.close()
    }
  })
})

describe('caching behind a CDN', () => {
  it('has the headers that the table shows', async () => {
    const [, config = ''] = /^```js\n([\s\S]*?)^```$/m.exec(PAGE) ?? []
    const files = { ...shownFiles('docs/content-types.md'), 'config/api.js': config }
    const project = await openPageProject('SQLite', files)
    try {
      const { headers } = await project.lectern.fetch('/api/books?populate=writer')
      const [control, tag, vary] = tableRows(PAGE, 'Header', 'Then is').map(([, value = '']) => value)
      expect(control).toBe(`\`${headers.get('cache-control')}\``)
      expect(headers.get('cache-tag')?.split(',')).toEqual(['api::book.book', 'api::writer.writer'])
      expect(tag).toContain('`api::article.article,api::author.author`')
      expect([vary, headers.get('vary')]).toEqual([
        expect.stringContaining('Authorization'),
        expect.stringContaining('Authorization'),
      ])
    } finally {
      await project.close()
    }
  })
})

/** The functions of all files that belong to no framework. */
async function load(folder: string): Promise<Recipes> {
  const jiti = createJiti(join(folder, 'index.ts'), { alias: { 'lectern/client': root('src/client/index.ts') } })
  const names = Object.keys(sources).filter((name) => /^[a-z]+\.ts$/.test(name))
  const modules = await Promise.all(names.map((name) => jiti.import(join(folder, name)) as Promise<object>))
  return Object.assign({}, ...modules) as Recipes
}

async function countCalls(): Promise<{ readonly url: string; calls(): number; refuse(): void; close(): void }> {
  let calls = 0
  let status = 200
  const refuse = () => {
    status = 503
  }
  const server = createServer((_, response) => {
    calls += 1
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, calls: () => calls, refuse, close: () => void server.close() }
}
