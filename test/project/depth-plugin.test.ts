/** `pLevel` and `pIgnore` of strapi-v5-plugin-populate-deep, in projects that have it. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Opened, openMagazineOn } from '../extensions/open-on.ts'
import { type Asker, askerOf } from '../support/ask.ts'
import { DATABASES } from '../support/databases.ts'
import { fixture } from '../support/fixture.ts'
import { makeProject } from '../support/make-project.ts'

const PLUGIN = 'strapi-v5-plugin-populate-deep'

/** How many entries Strapi 5.54 with version 4.3.3 of the plugin showed at each path; localizations left out. */
const RECORDED: Readonly<Record<string, Readonly<Record<string, number>>>> = JSON.parse(
  readFileSync(fixture('populate-deep.json'), 'utf8'),
)

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

interface Body {
  readonly data: readonly Json[]
  readonly error?: Json
}

/** JSON and rich texts, which are values, and localizations, which differ for another reason. */
const NOT_COUNTED = ['content', 'metadata', 'formats', 'localizations']

function countAt(json: Json, path = '', counts: Record<string, number> = {}): Readonly<Record<string, number>> {
  if (Array.isArray(json)) for (const one of json) countAt(one, path, counts)
  else if (typeof json === 'object' && json !== null) {
    if (path !== '') counts[path] = (counts[path] ?? 0) + 1
    for (const [key, value] of Object.entries(json)) {
      if (!NOT_COUNTED.includes(key)) countAt(value, path === '' ? key : `${path}.${key}`, counts)
    }
  }
  return counts
}

/** The recorded project, with the plugin among its dependencies. */
function projectWith(config: string | null = null): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-depth-'))
  cpSync(fixture('magazine'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: { [PLUGIN]: '^4.3.3' } }))
  if (config !== null) writeFileSync(join(folder, 'config', 'plugins.js'), `module.exports = ${config}`)
  return folder
}

describe.each(DATABASES)('on %s', (kind) => {
  const project = projectWith()
  let magazine: Opened & Asker
  beforeAll(async () => {
    const opened = await openMagazineOn(kind, { project, profile: 'strapi', env: { TZ: 'UTC' } })
    magazine = { ...opened, ...askerOf(opened.lectern) }
  })
  afterAll(async () => {
    await magazine?.close()
    rmSync(project, { recursive: true })
  })

  const dataOf = async (url: string): Promise<Json> => JSON.parse(await magazine.text(url)).data
  const statusOf = async (url: string) => (await magazine.lectern.fetch(url)).status

  it('populates what the plugin does', async () => {
    for (const [url, counts] of Object.entries(RECORDED)) expect(countAt(await dataOf(url)), url).toEqual(counts)
  })

  it('takes the place of populate, which must be right all the same', async () => {
    const url = '/api/reviews?pagination[pageSize]=2'
    expect(await dataOf(`${url}&pLevel=2&populate[article][fields]=title`)).toEqual(await dataOf(`${url}&pLevel=2`))
    expect(await dataOf(`${url}&pLevel=1&populate=article`)).toEqual(await dataOf(`${url}&populate=article`))
    expect(await statusOf(`${url}&pLevel=2&populate=nothing`)).toBe(400)
  })

  it('shows relations to any type, where the plugin fails', async () => {
    expect(Object.keys(countAt(await dataOf('/api/comments?pLevel=3')))).not.toEqual([])
  })

  it('refuses what is not a number', async () => {
    for (const value of ['abc', '-1', '2.5']) expect(await statusOf(`/api/tags?pLevel=${value}`), value).toBe(400)
  })

  it('is the same below a document', async () => {
    const [first] = (await dataOf('/api/articles?pLevel=3&pagination[pageSize]=1')) as { documentId: string }[]
    expect(await dataOf(`/api/articles/${first?.documentId}?pLevel=3`)).toEqual(first)
  })
})

describe('pLevel', () => {
  const author = { type: 'relation', relation: 'manyToOne', target: 'api::author.author' }
  const spec = (plugins: Readonly<Record<string, unknown>>, limits = {}) => ({
    types: {
      article: { attributes: { author } },
      author: { attributes: { written: { ...author, relation: 'oneToMany', target: 'api::article.article' } } },
    },
    config: { plugins, api: { rest: { limits } } },
    rows: { articles: [{ id: 1 }] },
  })

  async function ask(plugins: Readonly<Record<string, unknown>>, query: string, limits = {}) {
    const project = await makeProject(spec(plugins, limits))
    try {
      const response = await (await project.open()).fetch(`/api/articles?${query}`)
      return (await response.json()) as Body
    } finally {
      await project.remove()
    }
  }

  it('has no effect without the plugin, or where it is switched off', async () => {
    for (const plugins of [{}, { [PLUGIN]: { enabled: false } }, { [PLUGIN]: false }]) {
      expect((await ask(plugins, 'pLevel=3')).data[0]).not.toHaveProperty('author')
    }
    expect((await ask({ [PLUGIN]: { enabled: true } }, 'pLevel=3')).data[0]).toHaveProperty('author')
  })

  it('without a number is the one of the configuration', async () => {
    expect((await ask({ [PLUGIN]: { config: { defaultDepth: 1 } } }, 'pLevel')).data[0]).not.toHaveProperty('author')
  })

  it('says which number is within the limits', async () => {
    const { error } = await ask({ [PLUGIN]: {} }, 'pLevel=9', { populateDepth: 1 })
    expect(error).toMatchObject({ status: 400, details: { param: 'pLevel', hint: 'pLevel=2 is within it' } })
  })
})
