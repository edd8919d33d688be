/** A project with everything that refers to types and components by name, and what these may be called. */

import type { Entry, Json, SiteSpec } from '../writes/site.ts'
import type { ChangingSite } from './changing-site.ts'

export interface Names {
  readonly article: string
  readonly tag: string
  readonly seo: string
  readonly image: string
}

export const OLD: Names = { article: 'article', tag: 'tag', seo: 'shared.seo', image: 'shared.image' }
export const NEW: Names = { article: 'post', tag: 'label', seo: 'meta.search-data', image: 'media.picture' }
/** Names that something else had, and the same name in another category. */
export const OTHER: Names = { article: 'story', tag: 'mark', seo: 'other.seo', image: 'media.seo' }

const text = { type: 'string' }
const relation = (kind: string, target: string, more: Json = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...more,
})

const morphColumn = (name: string) => ({
  typeColumn: { name: `${name}_type` },
  idColumn: { name: `${name}_id`, referencedColumn: 'id' },
})

/** Whatever the names are, everything has the same table. */
export function specOf(names: Names): SiteSpec {
  const { article, tag, seo, image } = names
  return {
    types: {
      [article]: {
        draftAndPublish: true,
        localized: true,
        attributes: {
          title: text,
          cover: { type: 'media' },
          seo: { type: 'component', component: seo },
          seos: { type: 'component', component: seo, repeatable: true },
          zone: { type: 'dynamiczone', components: ['shared.quote', seo] },
          tags: relation('manyToMany', tag, { inversedBy: 'articles' }),
          main: relation('manyToOne', tag, { inversedBy: 'mains' }),
          related: relation('manyToMany', article, { inversedBy: 'back' }),
          back: relation('manyToMany', article, { mappedBy: 'related' }),
          stored: relation('manyToOne', tag, { useJoinTable: false }),
        },
      },
      [tag]: {
        attributes: {
          name: text,
          articles: relation('manyToMany', article, { mappedBy: 'tags' }),
          mains: relation('oneToMany', article, { mappedBy: 'main' }),
          about: { type: 'relation', relation: 'morphToMany' },
          best: { type: 'relation', relation: 'morphToOne' },
          next: { type: 'relation', relation: 'morphToOne', morphColumn: morphColumn('next') },
        },
      },
    },
    components: {
      'shared.quote': { words: text },
      [seo]: { title: text, image: { type: 'component', component: image }, tag: relation('oneToOne', tag) },
      [image]: { alt: text, file: { type: 'media' } },
    },
    tables: { [article]: 'articles', [tag]: 'tags', [seo]: 'seos', [image]: 'images' },
    permissions: [OLD, NEW, OTHER].flatMap((each) => [each.article, each.tag]).flatMap(allOf),
    files: 2,
  }
}

const allOf = (name: string) =>
  ['find', 'findOne', 'create', 'update', 'delete'].map((action) => `api::${name}.${name}.${action}`)

const paths = ({ article, tag }: Names) => ({ articles: `/api/${article}s`, tags: `/api/${tag}s` })

export async function fill(site: ChangingSite, names: Names): Promise<void> {
  const { articles, tags } = paths(names)
  const [red, blue] = [await site.create(tags, { name: 'red' }), await site.create(tags, { name: 'blue' })]
  const one = await site.create(articles, articleWith(names, 'one', [red, blue]))
  const two = await site.create(`${articles}?status=draft`, {
    ...articleWith(names, 'two', [blue]),
    related: [one.documentId],
  })
  await site.update(`${articles}/${one.documentId}?locale=fr`, articleWith(names, 'un', [red]))
  const isArticle = { __type: `api::${names.article}.${names.article}` }
  const about = [one, two].map(({ documentId }) => ({ ...isArticle, documentId }))
  await site.update(`${tags}/${red.documentId}`, { about, best: about[0], next: about[1] })
}

export function articleWith({ seo }: Names, title: string, tags: readonly Entry[]): Json {
  const ids = tags.map(({ documentId }) => documentId)
  const part = (of: string, file: number) => ({ title: of, tag: ids[0], image: { alt: of, file } })
  return {
    title,
    cover: 1,
    seo: part(`${title} seo`, 2),
    seos: [part(`${title} a`, 1), part(`${title} b`, 2)],
    zone: [
      { __component: 'shared.quote', words: title },
      { __component: seo, ...part(`${title} in zone`, 1) },
    ],
    tags: ids.toReversed(),
    main: ids[0],
    stored: ids[0],
  }
}

/** Everything that readers see, without the names. */
export async function shown(site: ChangingSite, names: Names): Promise<readonly unknown[]> {
  const { seo } = names
  const { articles, tags } = paths(names)
  const withParts = (path: string) => `${path}[populate][image][populate][file]=true&${path}[populate][tag]=true`
  const populate = [
    ...['cover', 'tags', 'main', 'related', 'back', 'stored'].map((name) => `populate[${name}]=true`),
    withParts('populate[seo]'),
    withParts('populate[seos]'),
    withParts(`populate[zone][on][${seo}]`),
    'populate[zone][on][shared.quote]=true',
  ].join('&')
  const lists = ['draft', 'published'].flatMap((status) =>
    ['en', 'fr'].map((locale) => `${articles}?sort=id&status=${status}&locale=${locale}&${populate}`),
  )
  const ofTags = `${tags}?sort=id&${['articles', 'mains', 'about', 'best', 'next'].map((name) => `populate[${name}]=true`).join('&')}`
  return Promise.all([...lists, ofTags].map(async (path) => without(await site.list(path), names)))
}

function without(entries: unknown, { article, seo }: Names): unknown {
  const text = JSON.stringify(entries)
  return JSON.parse(
    text.replaceAll(`"${seo}"`, '"the seo"').replaceAll(`"api::${article}.${article}"`, '"the article"'),
  )
}
