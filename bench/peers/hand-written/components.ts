import * as fields from './fields.ts'
import { fileOf, filesOf, type Part } from './relations.ts'
import type { Words } from './words.ts'

type Component = {
  readonly type: string
  readonly table: string
  readonly shown: fields.Fields
  readonly more: readonly Part[]
}

const objectOf = ({ shown, more, type }: Component, words: Words, r: string, typed = false): string =>
  words.object(
    [shown(words, r), ...more.map((part) => part(words, r)), ...(typed ? [`'__component', '${type}'`] : [])].join(', '),
  )

const place = (owner: string, field: string, { type, table }: Component, of: string, r: string): string =>
  `from ${owner}_cmps ${r}c join ${table} ${r} on ${r}.id = ${r}c.cmp_id
    where ${r}c.entity_id = ${of}.id and ${r}c.field = '${field}' and ${r}c.component_type = '${type}'`

/** `r` must be another name than those around it. */
const single =
  (owner: string, field: string, component: Component, r: string): Part =>
  (words, of) =>
    `'${field}', ${words.one(`select ${objectOf(component, words, r)} ${place(owner, field, component, of, r)}`)}`

const repeated =
  (owner: string, field: string, component: Component, r: string): Part =>
  (words, of) =>
    `'${field}', ${words.list(objectOf(component, words, r), place(owner, field, component, of, r), `${r}c."order"`)}`

/** Each row of the zone becomes an object of its own kind. */
const zone =
  (field: string, components: readonly Component[]): Part =>
  (words, of) => {
    const cases = components.map(
      (component) =>
        `when '${component.type}' then (select ${objectOf(component, words, 'z', true)} from ${component.table} z where z.id = zc.cmp_id)`,
    )
    const rest = `from articles_cmps zc where zc.entity_id = ${of}.id and zc.field = '${field}'`
    return `'${field}', ${words.list(words.json(`case zc.component_type ${cases.join(' ')} end`), rest, 'zc."order"')}`
  }

const plain = (type: string, table: string, shown: fields.Fields, ...more: readonly Part[]): Component => ({
  type,
  table: `components_${table}`,
  shown,
  more,
})

const link = plain('shared.link', 'shared_links', fields.link)
const social = plain('shared.social', 'shared_socials', fields.social)

const target: Part = (words, of) =>
  `'target', ${words.one(`select ${words.object(fields.articleTitle(words, 't'))} from components_shared_links_target_lnk tl
    join articles t on t.id = tl.article_id where tl.link_id = ${of}.id and t.published_at is not null`)}`

const quotedAuthor: Part = (words, of) =>
  `'by', ${words.one(`select ${words.object(`${fields.author(words, 'u')}, ${fileOf('api::author.author', 'avatar')(words, 'u')}`)}
    from components_blocks_quotes_by_lnk l join authors u on u.id = l.author_id
    where l.quote_id = ${of}.id and u.published_at is not null`)}`

const namedArticles: Part = (words, of) =>
  `'articles', ${words.list(
    words.object(fields.articleTitle(words, 't')),
    `from components_blocks_ctas_articles_lnk l join articles t on t.id = l.article_id
      where l.cta_id = ${of}.id and t.published_at is not null`,
    'l.article_ord',
  )}`

const heading: fields.Fields = (_, r) => `'id', ${r}.id, 'heading', ${r}.heading`
const text: fields.Fields = (_, r) => `'id', ${r}.id, 'text', ${r}.text`
const caption: fields.Fields = (_, r) => `'id', ${r}.id, 'caption', ${r}.caption`
const title: fields.Fields = (_, r) => `'id', ${r}.id, 'title', ${r}.title`

const address: fields.Fields = (_, r) =>
  `'id', ${r}.id, 'street', ${r}.street, 'city', ${r}.city, 'country', ${r}.country`

export const addressOf: Part = single('authors', 'address', plain('shared.address', 'shared_addresss', address), 'd')

export const seoOf: Part = single('articles', 'seo', plain('shared.seo', 'shared_seos', fields.seo), 's')

export const seoWithSocial: Part = single(
  'articles',
  'seo',
  plain('shared.seo', 'shared_seos', fields.seo, repeated('components_shared_seos', 'social', social, 'o')),
  's',
)

export const linksOf: Part = repeated('articles', 'links', link, 'k')

export const sectionsOf: Part = zone('sections', [
  plain('blocks.hero', 'blocks_heros', heading),
  plain('blocks.quote', 'blocks_quotes', text),
  plain('blocks.gallery', 'blocks_gallerys', caption),
  plain('blocks.cta', 'blocks_ctas', title),
])

const linkWithTarget = plain('shared.link', 'shared_links', fields.link, target)

export const deepSections: Part = zone('sections', [
  plain(
    'blocks.hero',
    'blocks_heros',
    heading,
    fileOf('blocks.hero', 'background'),
    single('components_blocks_heros', 'cta', linkWithTarget, 'k'),
  ),
  plain('blocks.quote', 'blocks_quotes', text, quotedAuthor),
  plain('blocks.gallery', 'blocks_gallerys', caption, filesOf('blocks.gallery', 'images')),
  plain('blocks.cta', 'blocks_ctas', title, repeated('components_blocks_ctas', 'links', link, 'k'), namedArticles),
])
