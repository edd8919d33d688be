/**
 * docs/frameworks.md: what its examples ask for, the example answers. The integrations themselves are not installed here; small
 * stand-ins send the parameters as they do.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createJiti } from 'jiti'
import { stringify } from 'qs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPeople } from '../../src/operate/open-people.ts'
import { fixture } from '../support/fixture.ts'
import { compile } from '../types/compile.ts'
import { type ExampleSite, openExample, readPage, root } from './example-site.ts'

const PAGE = readPage('docs/frameworks.md')

/** The parts of Node and React that the page uses. */
const AMBIENT = `declare const process: { readonly env: Readonly<Record<string, string | undefined>> }
declare namespace JSX {
  interface IntrinsicElements { ul: unknown; li: unknown }
}
`

/** The first block of this language in a section. */
function blockOf(section: string, language: string): string {
  const text = PAGE.split(/^## /m).find((part) => part.startsWith(section)) ?? ''
  return new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(text)?.[1] ?? ''
}

let folder: string
let example: ExampleSite
let address: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-frameworks-'))
  // With a permission more, the project has secrets before it is opened: tokens that are made later are good.
  example = await openExample(['api::article.article.findOne'])
  address = await example.lectern.listen({ port: 0 })
})
afterAll(async () => {
  await example.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a block of the page, with stand-ins for packages by name. */
async function run(name: string, text: string, packages: Readonly<Record<string, string>>): Promise<unknown> {
  const alias: Record<string, string> = { qs: root('node_modules/qs') }
  for (const [index, [id, code]] of Object.entries(packages).entries()) {
    alias[id] = join(folder, `${name}-${index}.mjs`)
    writeFileSync(alias[id], code)
  }
  const file = join(folder, name)
  writeFileSync(file, text.replaceAll('http://127.0.0.1:1337', address))
  return createJiti(join(folder, 'index.ts'), { alias }).import(file)
}

/** The output of a block of the page. */
async function printedBy(...block: Parameters<typeof run>): Promise<readonly unknown[]> {
  const printed: unknown[] = []
  const log = console.log
  console.log = (...words: readonly unknown[]) => void printed.push(words)
  try {
    await run(...block)
  } finally {
    console.log = log
  }
  return printed
}

const list = async (path: string, query: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const response = await fetch(`${address}${path}?${stringify(query, { encodeValuesOnly: true })}`, { headers })
  expect(response.status).toBe(200)
  return ((await response.json()) as { readonly data: readonly Readonly<Record<string, unknown>>[] }).data
}

describe('docs/frameworks.md', () => {
  it('Typed client: its TypeScript compiles', () => {
    const section = 'The typed client'
    const files = {
      'content.ts': blockOf(section, 'ts'),
      'page.tsx': blockOf(section, 'tsx').replace("'../content'", "'./content.js'"),
      'lectern-types.d.ts': readFileSync(fixture('types/example.d.ts'), 'utf8'),
      'ambient.d.ts': AMBIENT,
    }
    expect(files['page.tsx']).toContain('content.articles.find')
    expect(compile(files, [], { jsx: 'preserve' }).errors).toEqual([])
  })

  it('Astro: the loader finds what its schema expects', async () => {
    const { collections } = (await run('content.config.ts', blockOf('Astro', 'ts'), {
      'astro:content': 'export const defineCollection = (collection) => collection',
      'astro/zod': 'const any = () => new Proxy({}, { get: () => any }); export const z = any()',
      'strapi-community-astro-loader': 'export const strapiLoader = (options) => options',
    })) as { collections: { articles: { loader: { contentType: string; params: object } } } }
    const { contentType, params } = collections.articles.loader
    const entries = await list(`/api/${contentType}s`, { ...params, pagination: { page: 1, pageSize: 25 } })
    expect(entries.length).toBeGreaterThan(10)
    for (const entry of entries) {
      expect(entry).toMatchObject({ title: expect.any(String), slug: expect.any(String) })
      expect(entry).toHaveProperty('author')
    }
  })

  it('Gatsby: its token may discover and read what the plugin is told to', async () => {
    const people = await openPeople({ project: example.folder, env: {} }, false)
    const actions = [...blockOf('Gatsby', '').matchAll(/--action (\S+)/g)].map(([, action = '']) => action)
    const { key } = await people.createToken({ name: 'gatsby', type: 'custom', actions, days: null })
    await people.close()
    const headers = { authorization: `Bearer ${key}` }
    for (const kind of ['content-types', 'components']) {
      expect((await list(`/api/content-type-builder/${kind}`, {}, headers)).length).toBeGreaterThan(3)
    }
    const config = (await run('gatsby-config.js', blockOf('Gatsby', 'js'), {})) as {
      readonly plugins: readonly {
        readonly options: { readonly collectionTypes: readonly [{ readonly queryParams: object }] }
      }[]
    }
    const query = config.plugins[0]?.options.collectionTypes[0].queryParams
    const entries = await list('/api/articles', query, headers)
    expect(entries.some(({ author }) => author !== null && typeof author === 'object')).toBe(true)
    expect((await list('/api/homepage', {}, headers)) as unknown).toHaveProperty('headline')
    const response = await fetch(`${address}/api/articles?populate[author]=*`)
    expect(response.status).toBe(400)
  })

  it('openapi-typescript: the serializer writes what the server reads', async () => {
    const printed = await printedBy('openapi.ts', blockOf('openapi-typescript', 'ts'), {
      'openapi-fetch': `export default ({ baseUrl, querySerializer }) => ({
        GET: async (path, { params }) => {
          const response = await fetch(baseUrl + path + '?' + querySerializer(params.query))
          const body = await response.json()
          return response.ok ? { data: body } : { error: body }
        },
      })`,
    })
    expect(printed).toEqual([['The river keeps the minutes', 'Clara Osei']])
  })

  it('Hey API: the same', async () => {
    const printed = await printedBy('hey-api.ts', blockOf('Hey API', 'ts'), {
      './api/client.gen': 'export const client = { setConfig: (config) => Object.assign(client, config) }',
      './api/sdk.gen': `import { client } from './hey-api.ts-0.mjs'
        export const articleFind = async ({ query }) => {
          const response = await fetch(client.baseUrl + '/api/articles?' + client.querySerializer(query))
          const body = await response.json()
          return response.ok ? { data: body } : { error: body }
        }`,
    })
    expect(printed).toEqual([['The river keeps the minutes']])
  })

  it('a Strapi project with its site: the client sends the whole populate', async () => {
    const printed = await printedBy('site.ts', blockOf('A Strapi project', 'ts'), {
      '@strapi/client': `export { strapi } from '${import.meta.resolve('@strapi/client')}'`,
    })
    expect(printed).toEqual([[expect.any(String), expect.any(String)]])
  })
})
