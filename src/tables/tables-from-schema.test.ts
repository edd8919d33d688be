import { describe, expect, it } from 'vitest'
import { buildSchema } from '../schema/build-schema.ts'
import type { SchemaFile } from '../schema/schema-file.ts'
import { tablesFromSchema } from './tables-from-schema.ts'

type Raw = Readonly<Record<string, unknown>>

function contentType(name: string, collectionName: string, attributes: Raw): SchemaFile {
  const info = { singularName: name, pluralName: `${name}-list`, displayName: name }
  const content = { collectionName, info, attributes }
  return { kind: 'contentType', uid: `api::${name}.${name}`, name, file: `${name}.json`, content }
}

const relation = (kind: string, target: string, more: Raw = {}) => ({
  type: 'relation',
  relation: kind,
  ...(target === '' ? {} : { target: `api::${target}.${target}` }),
  ...more,
})

const FILES: readonly SchemaFile[] = [
  contentType('article', 'articles', {
    heroURL: { type: 'string' },
    renamed: { type: 'string', columnName: 'Legacy Name' },
    author: relation('manyToOne', 'author', { inversedBy: 'articles' }),
    tags: relation('manyToMany', 'tag', { inversedBy: 'articles' }),
    oneSided: relation('manyToMany', 'tag'),
    single: relation('manyToOne', 'tag'),
    related: relation('manyToMany', 'article', { inversedBy: 'relatedFrom' }),
    relatedFrom: relation('manyToMany', 'article', { mappedBy: 'related' }),
    parent: relation('manyToOne', 'article', { inversedBy: 'children' }),
    children: relation('oneToMany', 'article', { mappedBy: 'parent' }),
    editor: relation('manyToOne', 'author', { inversedBy: 'edited', useJoinTable: false }),
    coverImage: { type: 'media' },
    mainSeo: { type: 'component', component: 'shared.seo' },
    zone: { type: 'dynamiczone', components: ['shared.seo'] },
    comments: relation('morphMany', 'comment', { morphBy: 'about' }),
    mentionedIn: relation('morphMany', 'comment', { morphBy: 'allMentions' }),
  }),
  contentType('author', 'people', {
    articles: relation('oneToMany', 'article', { mappedBy: 'author' }),
    edited: relation('oneToMany', 'article', { mappedBy: 'editor' }),
  }),
  contentType('tag', 'tags', { articles: relation('manyToMany', 'article', { mappedBy: 'tags' }) }),
  contentType('comment', 'comments', {
    about: relation('morphToOne', ''),
    allMentions: relation('morphToMany', ''),
  }),
  {
    kind: 'component',
    uid: 'shared.seo',
    name: 'seo',
    file: 'seo.json',
    content: {
      collectionName: 'components_shared_seos',
      attributes: { image: { type: 'media' }, seeAlso: relation('oneToOne', 'article') },
    },
  },
]

const { schema, problems } = buildSchema(FILES, { privateAttributes: [], customFields: new Map() })
const tables = tablesFromSchema(schema)
const hop = (uid: string, attribute: string) => tables.get(uid)?.hops.get(attribute)
const via = (table: string, near: string, far: string, order: string | null, where: Raw = {}) => ({
  from: 'id',
  fromWhere: [],
  via: { table, near, far, order, where: Object.entries(where).map(([column, equals]) => ({ column, equals })) },
  to: 'id',
  toWhere: [],
  notSelf: false,
})
const viaOne = (table: string, near: string, far: string) => {
  const hop = via(table, near, far, null)
  return { ...hop, via: { ...hop.via, ofOne: true } }
}
const direct = (more: Raw) => ({ from: 'id', fromWhere: [], via: null, to: 'id', toWhere: [], notSelf: false, ...more })

describe('tablesFromSchema', () => {
  it('starts from a sound schema', () => {
    expect(problems).toEqual([])
  })

  it('names columns after attributes, unless the file fixes the name', () => {
    const columns = tables.get('api::article.article')?.columns
    expect(columns?.get('heroURL')).toBe('hero_url')
    expect(columns?.get('documentId')).toBe('document_id')
    expect(columns?.get('renamed')).toBe('Legacy Name')
    expect(columns?.has('author')).toBe(false)
  })

  it.each([
    ['article', 'author', viaOne('articles_author_lnk', 'article_id', 'author_id')],
    ['author', 'articles', via('articles_author_lnk', 'author_id', 'article_id', 'article_ord')],
    ['article', 'tags', via('articles_tags_lnk', 'article_id', 'tag_id', 'tag_ord')],
    ['tag', 'articles', via('articles_tags_lnk', 'tag_id', 'article_id', 'article_ord')],
    ['article', 'oneSided', via('articles_one_sided_lnk', 'article_id', 'tag_id', 'tag_ord')],
    ['article', 'single', viaOne('articles_single_lnk', 'article_id', 'tag_id')],
    ['article', 'related', via('articles_related_lnk', 'article_id', 'inv_article_id', 'article_ord')],
    ['article', 'relatedFrom', via('articles_related_lnk', 'inv_article_id', 'article_id', 'inv_article_ord')],
    ['article', 'parent', viaOne('articles_parent_lnk', 'article_id', 'inv_article_id')],
    ['article', 'children', via('articles_parent_lnk', 'inv_article_id', 'article_id', 'article_ord')],
    ['article', 'editor', direct({ from: 'editor_id' })],
    ['author', 'edited', direct({ to: 'editor_id' })],
    ['article', 'createdBy', direct({ from: 'created_by_id' })],
    ['article', 'localizations', direct({ from: 'document_id', to: 'document_id', notSelf: true })],
  ])('%s.%s', (name, attribute, expected) => {
    expect(hop(`api::${name}.${name}`, attribute)).toEqual(expected)
  })

  it('finds media by UID and attribute name, also in components', () => {
    const media = (type: string, field: string) =>
      via('files_related_mph', 'related_id', 'file_id', 'order', { related_type: type, field })
    expect(hop('api::article.article', 'coverImage')).toEqual(media('api::article.article', 'coverImage'))
    expect(hop('shared.seo', 'image')).toEqual(media('shared.seo', 'image'))
  })

  it('finds components by attribute name and type', () => {
    const where = (field: string) => ({ field, component_type: 'shared.seo' })
    const component = (field: string) => via('articles_cmps', 'entity_id', 'cmp_id', 'order', where(field))
    expect(hop('api::article.article', 'mainSeo')).toEqual(component('mainSeo'))
    const zone = tables.get('api::article.article')?.arms.get('zone')
    expect([...(zone ?? [])]).toEqual([['shared.seo', component('zone')]])
  })

  it('names link columns of components after their file', () => {
    const expected = viaOne('components_shared_seos_see_also_lnk', 'seo_id', 'article_id')
    expect(hop('shared.seo', 'seeAlso')).toEqual(expected)
  })

  it('reads morph relations from both sides', () => {
    const uid = 'api::article.article'
    const arms = tables.get('api::comment.comment')?.arms
    const is = (column: string) => [{ column, equals: uid }]
    expect([...(arms?.get('about')?.keys() ?? [])]).toEqual([...schema.contentTypes.keys()])
    expect(arms?.get('about')?.get(uid)).toEqual(direct({ from: 'target_id', fromWhere: is('target_type') }))
    expect(hop(uid, 'comments')).toEqual(direct({ to: 'target_id', toWhere: is('target_type') }))
    const table = 'comments_all_mentions_mph'
    const type = { all_mentions_type: uid }
    expect(arms?.get('allMentions')?.get(uid)).toEqual(via(table, 'comment_id', 'all_mentions_id', 'order', type))
    expect(hop(uid, 'mentionedIn')).toEqual(
      via(table, 'all_mentions_id', 'comment_id', 'order', { ...type, field: 'mentionedIn' }),
    )
  })
})
