/**
 * The models of the magazine fixture, written by hand: the evaluator must not learn it from the code under test.
 * Only what the public role may see is listed; private attributes, memos and user accounts are left out.
 */

export type Kind = 'text' | 'number' | 'big' | 'boolean' | 'date' | 'time' | 'datetime' | 'timestamp' | 'json'

export type Link =
  | {
      readonly kind: 'relation'
      readonly target: string
      readonly many: boolean
      readonly table: string
      readonly from: string
      readonly to: string
      readonly order?: string
    }
  | { readonly kind: 'component'; readonly target: string; readonly many: boolean }
  | { readonly kind: 'media'; readonly target: string; readonly many: boolean }
  | { readonly kind: 'localizations'; readonly target: string; readonly many: true }
  | { readonly kind: 'zone' }
  | { readonly kind: 'morph'; readonly many: boolean }

export interface Model {
  readonly uid: string
  readonly table: string
  /** The last part of the address; none for components and files. */
  readonly path?: string
  readonly single?: boolean
  readonly drafts?: boolean
  readonly localized?: boolean
  readonly scalars: Readonly<Record<string, Kind>>
  readonly links: Readonly<Record<string, Link>>
}

/** 'title views:number' is a text attribute and a number. */
const scalars = (list: string): Record<string, Kind> =>
  Object.fromEntries(
    list.split(' ').map((entry) => {
      const [name = '', kind = 'text'] = entry.split(':')
      return [name, kind as Kind]
    }),
  )

const STAMPS = 'createdAt:datetime updatedAt:datetime publishedAt:datetime'
const entry = (list: string, localized = false): Record<string, Kind> =>
  scalars(`id:number documentId ${list} ${STAMPS}${localized ? ' locale' : ''}`)
const part = (list: string): Record<string, Kind> => scalars(`id:number ${list}`)

/** 'articles_tags_lnk article_id tag_id tag_ord': table, column of this side, column of the other side, order. */
const relation = (target: string, many: boolean, where: string): Link => {
  const [table = '', from = '', to = '', order] = where.split(' ')
  return { kind: 'relation', target, many, table, from, to, ...(order === undefined ? {} : { order }) }
}
const one = (target: string, where: string): Link => relation(target, false, where)
const many = (target: string, where: string): Link => relation(target, true, where)
const component = (target: string): Link => ({ kind: 'component', target, many: false })
const components = (target: string): Link => ({ kind: 'component', target, many: true })
const file: Link = { kind: 'media', target: 'plugin::upload.file', many: false }
const files: Link = { kind: 'media', target: 'plugin::upload.file', many: true }
const zone: Link = { kind: 'zone' }
const localizations = (target: string): Link => ({ kind: 'localizations', target, many: true })

const ARTICLE = 'api::article.article'
const AUTHOR = 'api::author.author'
const CATEGORY = 'api::category.category'
const REVIEW = 'api::review.review'
const REPORT = 'api::quarterly-performance-report.quarterly-performance-report'
const PRESS_RELEASE = 'api::press-release.press-release'

const list: readonly Model[] = [
  {
    uid: ARTICLE,
    table: 'articles',
    path: 'articles',
    drafts: true,
    localized: true,
    scalars: entry(
      'title slug summary body content:json format rating:number score:number views:number impressions:big featured:boolean ' +
        'publishDay:date openTime:time eventAt:datetime stampedAt:timestamp metadata:json contactEmail',
      true,
    ),
    links: {
      author: one(AUTHOR, 'articles_author_lnk article_id author_id'),
      categories: many(CATEGORY, 'articles_categories_lnk article_id category_id category_ord'),
      tags: many('api::tag.tag', 'articles_tags_lnk article_id tag_id tag_ord'),
      related: many(ARTICLE, 'articles_related_lnk article_id inv_article_id article_ord'),
      relatedFrom: many(ARTICLE, 'articles_related_lnk inv_article_id article_id inv_article_ord'),
      reviews: many(REVIEW, 'reviews_article_lnk article_id review_id review_ord'),
      seo: component('shared.seo'),
      links: components('shared.link'),
      sections: zone,
      cover: file,
      gallery: files,
      localizations: localizations(ARTICLE),
    },
  },
  {
    uid: AUTHOR,
    table: 'authors',
    path: 'authors',
    drafts: true,
    scalars: entry('name bio born:date followers:number'),
    links: {
      articles: many(ARTICLE, 'articles_author_lnk author_id article_id article_ord'),
      mentor: one(AUTHOR, 'authors_mentor_lnk author_id inv_author_id'),
      mentees: many(AUTHOR, 'authors_mentor_lnk inv_author_id author_id author_ord'),
      avatar: file,
      address: component('shared.address'),
    },
  },
  {
    uid: CATEGORY,
    table: 'categories',
    path: 'categories',
    localized: true,
    scalars: entry('name slug weight:number', true),
    links: {
      articles: many(ARTICLE, 'articles_categories_lnk category_id article_id article_ord'),
      parent: one(CATEGORY, 'categories_parent_lnk category_id inv_category_id'),
      children: many(CATEGORY, 'categories_parent_lnk inv_category_id category_id category_ord'),
      localizations: localizations(CATEGORY),
    },
  },
  {
    uid: 'api::tag.tag',
    table: 'tags',
    path: 'tags',
    scalars: entry('label color priority:number'),
    links: {},
  },
  {
    uid: REVIEW,
    table: 'reviews',
    path: 'reviews',
    scalars: entry('stars:number comment approved:boolean'),
    links: {
      article: one(ARTICLE, 'reviews_article_lnk review_id article_id'),
      reviewer: one(AUTHOR, 'reviews_reviewer_lnk review_id author_id'),
    },
  },
  {
    uid: 'api::comment.comment',
    table: 'comments',
    path: 'comments',
    scalars: entry('text likes:number'),
    links: { about: { kind: 'morph', many: false }, mentions: { kind: 'morph', many: true } },
  },
  {
    uid: PRESS_RELEASE,
    table: 'pr_items',
    path: 'press-releases',
    drafts: true,
    scalars: entry('headline bodyHTML embargoUntil:datetime seo2Title priority'),
    links: {
      contacts: many(AUTHOR, 'pr_items_contacts_lnk press_release_id author_id author_ord'),
      attachments: files,
      body: zone,
    },
  },
  {
    uid: REPORT,
    table: 'quarterly_performance_reports',
    path: 'quarterly-performance-reports',
    scalars: entry('title quarter:number revenue:number'),
    links: {
      associatedDepartmentCoordinators: many(
        AUTHOR,
        'quarterly_performanc8d9bc_associated_departmen76083_lnk quarterly_performance_report_id author_id author_ord',
      ),
      supplementaryDocumentationSections: components('blocks.accordion'),
      previousComparablePerformanceReport: one(
        REPORT,
        'quarterly_performanc8d9bc_previous_comparable_2d352_lnk quarterly_performance_report_id inv_quarterly_performance_report_id',
      ),
    },
  },
  {
    uid: 'api::homepage.homepage',
    table: 'homepages',
    path: 'homepage',
    single: true,
    drafts: true,
    localized: true,
    scalars: entry('headline', true),
    links: {
      featured: many(ARTICLE, 'homepages_featured_lnk homepage_id article_id article_ord'),
      seo: component('shared.seo'),
      localizations: localizations('api::homepage.homepage'),
    },
  },
  {
    uid: 'plugin::upload.file',
    table: 'files',
    scalars: entry(
      'name alternativeText caption focalPoint:json width:number height:number formats:json hash ext mime size:number ' +
        'url previewUrl provider provider_metadata:json',
    ),
    links: {},
  },
  {
    uid: 'shared.address',
    table: 'components_shared_addresss',
    scalars: part('street city country'),
    links: {},
  },
  {
    uid: 'shared.link',
    table: 'components_shared_links',
    scalars: part('label url external:boolean'),
    links: { target: one(ARTICLE, 'components_shared_links_target_lnk link_id article_id') },
  },
  {
    uid: 'shared.seo',
    table: 'components_shared_seos',
    scalars: part('metaTitle metaDescription keywords'),
    links: { ogImage: file, social: components('shared.social') },
  },
  {
    uid: 'shared.social',
    table: 'components_shared_socials',
    scalars: part('network handle'),
    links: { owner: one(AUTHOR, 'components_shared_socials_owner_lnk social_id author_id') },
  },
  {
    uid: 'blocks.hero',
    table: 'components_blocks_heros',
    scalars: part('heading'),
    links: { background: file, cta: component('shared.link') },
  },
  {
    uid: 'blocks.cta',
    table: 'components_blocks_ctas',
    scalars: part('title'),
    links: {
      links: components('shared.link'),
      articles: many(ARTICLE, 'components_blocks_ctas_articles_lnk cta_id article_id article_ord'),
    },
  },
  {
    uid: 'blocks.gallery',
    table: 'components_blocks_gallerys',
    scalars: part('caption'),
    links: { images: files },
  },
  {
    uid: 'blocks.accordion',
    table: 'components_blocks_accordions',
    scalars: part('title'),
    links: { panels: components('blocks.panel') },
  },
  {
    uid: 'blocks.panel',
    table: 'components_blocks_panels',
    scalars: part('heading open:boolean weight:number'),
    links: { link: component('shared.link'), icon: file },
  },
  {
    uid: 'blocks.quote',
    table: 'components_blocks_quotes',
    scalars: part('text'),
    links: { by: one(AUTHOR, 'components_blocks_quotes_by_lnk quote_id author_id') },
  },
]

export const MODELS: ReadonlyMap<string, Model> = new Map(list.map((model) => [model.uid, model]))

export const modelOf = (uid: string): Model => {
  const model = MODELS.get(uid)
  if (model === undefined) throw new Error(`The hand-written model table has no '${uid}'.`)
  return model
}

export const modelAt = (path: string): Model => {
  const model = list.find((candidate) => candidate.path === path)
  if (model === undefined) throw new Error(`The hand-written model table has no type at '${path}'.`)
  return model
}
