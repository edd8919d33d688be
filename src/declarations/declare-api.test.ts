import { describe, expect, it } from 'vitest'
import { schemaOf } from '../../test/support/schema-of.ts'
import { apiName } from './api-name.ts'
import { declareApi } from './declare-api.ts'
import { pascalCase, propertyKey, quoted } from './notation.ts'

describe('declareApi', () => {
  const text = declareApi(
    schemaOf({
      types: {
        page: {
          title: { type: 'string', required: true, default: 'x' },
          slug: { type: 'uid', targetField: 'title', required: true },
          mood: { type: 'enumeration', enum: ["it's", 'b"c'] },
          secret: { type: 'string', private: true },
          pass: { type: 'password' },
          'odd-name': { type: 'text' },
          frozen: { type: 'text', writable: false },
          part: { type: 'component', component: 'shared.seo', required: true },
          hidden: { type: 'relation', relation: 'oneToOne', target: 'api::lock.lock', private: true },
        },
        lock: {},
        'shared-seo': {},
      },
      components: { 'shared.seo': { locale: { type: 'string' } } },
      withoutDrafts: ['lock'],
    }),
  )

  it('declares for each attribute what responses and writes depend on', () => {
    expect(text).toContain("title: { type: 'string'; required: true; default: true }")
    expect(text).toContain("slug: { type: 'uid'; required: true; default: true }")
    expect(text).toContain(`mood: { type: 'enumeration'; values: 'it\\'s' | 'b"c' }`)
    expect(text).toContain("'odd-name': { type: 'text' }")
    expect(text).toContain("frozen: { type: 'text'; readonly: true }")
  })

  it('has the descriptions of schema files as comments', () => {
    const described = declareApi(
      schemaOf({
        types: {
          page: {
            title: { type: 'string', description: 'Shown in */ tabs.' },
            body: { type: 'text', description: 'Markdown.\n  Without headings.\n' },
            plain: { type: 'text', description: 3 },
            cover: { type: 'media', description: 'At least 1200 pixels wide.' },
          },
        },
      }),
    )
    expect(described).toContain("    /** Shown in * / tabs. */\n    title: { type: 'string' }")
    expect(described).toContain(
      "    /**\n     * Markdown.\n     * Without headings.\n     */\n    body: { type: 'text' }\n    plain: { type: 'text' }",
    )
    expect(described).toContain('    /** At least 1200 pixels wide. */\n    cover: {')
  })

  it('has the locales of localized types, if they are known', () => {
    const attributes = { title: { type: 'string' } }
    const schema = schemaOf({ types: { page: attributes, tag: attributes }, localized: ['page'] })
    const known = declareApi(schema, { locales: ['en', 'fr-FR'] })
    expect(known).toContain("export type Locale = 'en' | 'fr-FR'")
    expect(
      known.match(/export interface (?:Page|Tag) {[\s\S]*?fields/g)?.map((head) => /locales: Locale/.test(head)),
    ).toEqual([true, false])
    expect(declareApi(schema)).not.toMatch(/Locale\b/)
  })

  it('has private attributes and passwords only for bodies', () => {
    const page = /export interface Page {[\s\S]*?\n}/.exec(text)?.[0] ?? ''
    expect(page.split('  writeOnly: {\n')[0]).not.toMatch(/secret|pass\b|hidden/)
    expect(page).toContain(
      [
        '  writeOnly: {',
        '    fields: {',
        "      secret: { type: 'string' }",
        "      pass: { type: 'password' }",
        '    }',
        '    links: {',
        "      hidden: { type: 'relation'; target: Lock; many: false }",
        '    }',
        '  }',
      ].join('\n'),
    )
  })

  it('marks types with drafts', () => {
    expect(text).toContain("publishedAt: { type: 'datetime'; required: 'published'; readonly: true }")
    expect(text).toContain("publishedAt: { type: 'datetime'; readonly: true }")
  })

  it('gives two models different names', () => {
    expect(text).toContain('export interface SharedSeo {')
    expect(text).toContain('export interface SharedSeo2 {')
    expect(text).toContain("part: { type: 'component'; target: SharedSeo2; many: false; required: true }")
    // A component attribute with the name of one that every entry has.
    expect(text).toContain("    locale: { type: 'string' }\n  }\n  links: Record<never, never>")
  })
})

describe('attributes that only bodies have', () => {
  it('are declared with their components, but only if a body may set them', () => {
    const declared = declareApi(
      schemaOf({
        types: {
          order: {
            card: { type: 'component', component: 'shop.card', private: true },
            frozen: { type: 'text', private: true, writable: false },
          },
        },
        components: { 'shop.card': { digits: { type: 'string', private: true } } },
      }),
    )
    expect(declared).toContain("card: { type: 'component'; target: ShopCard; many: false }")
    expect(declared).toMatch(/interface ShopCard {[\s\S]*writeOnly: {[\s\S]*digits: { type: 'string' }/)
    expect(declared).not.toContain('frozen')
  })
})

describe('apiName', () => {
  const named = (pluralName: string) =>
    apiName({ kind: 'collectionType', singularName: 'x', pluralName } as Parameters<typeof apiName>[0])

  it.each([
    ['articles', 'articles'],
    ['press-releases', 'pressReleases'],
    ['top-10-lists', 'top-10-lists'],
    ['blog_posts', 'blog_posts'],
    ['BlogPosts', 'blogposts'],
  ])('of %s is %s, which leads back to the path', (plural, name) => {
    expect(named(plural)).toBe(name)
  })
})

describe('notation', () => {
  it('is valid TypeScript', () => {
    expect(quoted('a\\b\n\'"')).toBe(`'a\\\\b\\n\\'"'`)
    expect(propertyKey('a_1')).toBe('a_1')
    expect(propertyKey('1a')).toBe("'1a'")
    expect(pascalCase('shared.main-seo')).toBe('SharedMainSeo')
    expect(pascalCase('404-page')).toBe('_404Page')
  })
})
