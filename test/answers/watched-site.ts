/** A project with all kinds of paths from an entry to other rows. Its responses are compared with what is stored. */

import { expect } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { temporaryProject } from '../project/temporary-project.ts'
import { filesOf, type Site, type SiteSpec } from '../writes/site.ts'

const toOne = (target: string) => ({ type: 'relation', relation: 'manyToOne', target: `api::${target}.${target}` })

export const SPEC: SiteSpec = {
  types: {
    article: {
      draftAndPublish: true,
      localized: true,
      attributes: {
        title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
        author: toOne('author'),
        category: { ...toOne('category'), inversedBy: 'articles' },
        cover: { type: 'media', multiple: false },
        seo: { type: 'component', component: 'shared.seo' },
        zone: { type: 'dynamiczone', components: ['shared.link', 'shared.seo'] },
      },
    },
    author: { attributes: { name: { type: 'string' } } },
    category: {
      draftAndPublish: true,
      attributes: {
        name: { type: 'string' },
        articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'category' },
      },
    },
  },
  components: {
    'shared.seo': {
      heading: { type: 'string' },
      cover: { type: 'media', multiple: false },
      links: { type: 'component', component: 'shared.link', repeatable: true },
    },
    'shared.link': { label: { type: 'string' }, author: toOne('author') },
  },
  files: 3,
}

const DEEP =
  'populate[author]=true&populate[category]=true&populate[cover]=true&populate[localizations]=true&populate[seo][populate][cover]=true&populate[seo][populate][links][populate][author]=true&populate[zone][on][shared.link][populate][author]=true&populate[zone][on][shared.seo][populate]=*'

export const PUBLISHED: readonly string[] = [
  '/api/articles?locale=*',
  `/api/articles?locale=*&sort=id&${DEEP}`,
  '/api/categorys?populate[articles][populate][seo][populate]=links',
  '/api/articles?locale=*&filters[seo][links][label][$notNull]=true&sort=category.name&fields=title',
  '/api/articles?locale=*&filters[author][name][$contains]=a&filters[category][name][$notNull]=true&populate[zone][populate]=*',
]

export const DRAFTS: readonly string[] = [`/api/articles?status=draft&locale=*&sort=id&${DEEP}`]

interface Look {
  /** Paths whose ETag has changed since the last check. */
  readonly changed: readonly string[]
  readonly tags: readonly (string | null)[]
}

interface Seen {
  readonly etag: string
  readonly data: unknown
}

/** Fails if a response, or a 304, differs from what a server without a cache reads. */
export function createWatch(site: Asked, uncached: Asked, paths: readonly string[]) {
  const seen = new Map<string, Seen>()

  async function lookAt(path: string): Promise<boolean> {
    const before = seen.get(path)
    const headers = before === undefined ? {} : { 'if-none-match': before.etag }
    const response = await site.fetch(path, { headers })
    const text = await response.text()
    expect([200, 304], text).toContain(response.status)
    const data = response.status === 304 ? before?.data : dataIn(text)
    const stored = await uncached.fetch(path, {})
    expect(stored.headers.get('etag')).toBeNull()
    expect(data, `${path} (${response.status})`).toEqual(dataIn(await stored.text()))
    const etag = response.headers.get('etag') ?? ''
    seen.set(path, { etag, data })
    return before?.etag !== etag
  }

  return {
    async look(): Promise<Look> {
      const changed: string[] = []
      for (const path of paths) if (await lookAt(path)) changed.push(path)
      return { changed, tags: paths.map((path) => seen.get(path)?.etag ?? null) }
    },
  }
}

const dataIn = (text: string) => (JSON.parse(text) as { data: unknown }).data

type Asked = Pick<Lectern, 'fetch'>

/** The same project on the same database, without a cache. */
export async function openUncached(site: Pick<Site, 'database'>) {
  const rest = { maxLimit: 1000, defaultLimit: 1000, cache: false }
  const { folder, remove } = temporaryProject(filesOf({ ...SPEC, config: { api: { rest } } }))
  const lectern = await openProject({ project: folder, database: site.database, env: {} })
  const close = async () => {
    await lectern.close()
    remove()
  }
  return { lectern, close }
}
