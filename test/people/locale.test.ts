/** `lectern locale`, and what servers make of it at once. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Context } from '../../src/cli/context.ts'
import { knownFacts } from '../../src/operate/known-facts.ts'
import { DATABASES, type DatabaseKind, openSite, type Site } from '../writes/site.ts'
import { commandLine } from './site.ts'

const NOTHING = { locales: [], schema: null }

const TYPES = {
  page: {
    localized: true,
    draftAndPublish: true,
    attributes: {
      title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
      parts: {
        type: 'component',
        component: 'shared.part',
        repeatable: true,
        pluginOptions: { i18n: { localized: true } },
      },
    },
  },
  home: { single: true, localized: true, attributes: { title: { type: 'string' } } },
  plain: { attributes: { title: { type: 'string' } } },
}

const COMPONENTS = { 'shared.part': { text: { type: 'string' } } }

describe.each(DATABASES)('on %s', (kind: DatabaseKind) => {
  let site: Site
  const lectern = (words: readonly string[], world: Partial<Context> = {}) =>
    commandLine(['locale', ...words, '--project', site.folder, '--database', site.database], world)

  beforeAll(async () => {
    site = await openSite(kind, { types: TYPES, components: COMPONENTS })
  })
  afterAll(() => site.close())

  const codes = async () => (await site.sql('select code from i18n_locale order by id')).map(([code]) => code)

  it('lists them, for people and for scripts', async () => {
    expect((await lectern(['list'])).out).toBe(
      [
        'en  English (en)  0 entries  default',
        'fr  fr            0 entries',
        'de  de            0 entries',
        'it  it            0 entries',
      ].join('\n'),
    )
    const { out } = await lectern(['list', '--json'])
    expect(JSON.parse(out)[0]).toEqual({ code: 'en', name: 'English (en)', isDefault: true, entries: 0 })
  })

  it('are what lectern types reads, where there is a database', async () => {
    const { folder: project, database } = site
    expect((await knownFacts({ project, database, env: {} })).locales).toEqual(['en', 'fr', 'de', 'it'])
    expect(await knownFacts({ project, database: `${project}/missing.db`, env: {} })).toEqual(NOTHING)
    expect(await knownFacts({ project: `${project}/missing`, env: {} })).toEqual(NOTHING)
  })

  it('adds one, named and stored as Strapi does, which can be written in at once', async () => {
    const refused = await site.ask('POST', '/api/pages?locale=pt-BR', { title: 'a' })
    expect(refused.status).toBe(400)
    expect(await lectern(['add', 'pt-BR'])).toMatchObject({
      code: 0,
      out: 'Added pt-BR: Portuguese (Brazil) (pt-BR).',
      err: '',
    })
    const [row] = await site.sql(
      "select name, length(document_id), locale, created_at = updated_at, published_at = created_at from i18n_locale where code = 'pt-BR'",
    )
    expect([row?.[0], row?.[1], row?.[2], Boolean(row?.[3]), Boolean(row?.[4])]).toEqual([
      'Portuguese (Brazil) (pt-BR)',
      24,
      null,
      true,
      true,
    ])
    expect(await site.create('/api/pages?locale=pt-BR', { title: 'um' })).toMatchObject({ locale: 'pt-BR' })
    expect(JSON.parse((await lectern(['add', 'en-US', '--json'])).out)).toEqual({
      code: 'en-US',
      name: 'English (United States) (en-US)',
      isDefault: false,
      entries: 0,
    })
    expect((await lectern(['add', 'qqq', '--name', 'Our own'])).out).toBe('Added qqq: Our own.')
  })

  it.each([
    [['add', 'fr_FR'], '"fr_FR" is not a language tag. Did you mean fr-FR?'],
    [['add', 'french'], '"french" is not a language tag. Codes are such as en, fr-FR'],
    [['add', "x'; drop table pages"], 'is not a language tag'],
    [['add', 'fr-fr'], '"fr-fr" is written fr-FR'],
    [['add', 'EN'], '"EN" is written en'],
    [['add', 'xx'], 'No language or region is known by "xx".'],
    [['add', 'fr-XX'], 'give it a name with --name'],
    [['add', 'fr'], 'The locale fr exists already.'],
    [['add', 'fr-CA', '--name', 'x'.repeat(51)], 'The name of a locale has 1 to 50 characters.'],
    [['default', 'fr-FR'], 'There is no locale "fr-FR". There are: en, fr, de'],
    [['default', 'FR'], 'There is no locale "FR". Did you mean fr?'],
    [['remove', 'pt-RB'], 'There is no locale "pt-RB". Did you mean pt-BR?'],
    [['remove', 'en'], 'en is the default locale and cannot be removed.'],
    [['add'], 'Usage: lectern locale add CODE.'],
    [['drop', 'fr'], 'There is no lectern locale drop. Did you mean remove?'],
    [[], 'Say what to do: lectern locale list, lectern locale add'],
  ])('refuses %j', async (words, message) => {
    const before = await codes()
    const { code, err } = await lectern(words)
    expect(code).toBe(1)
    expect(err).toContain(message)
    expect(await codes()).toEqual(before)
  })

  it('the default locale is used by a server that is running at once', async () => {
    await site.create('/api/pages?locale=fr', { title: 'un' })
    const titles = async () => (await site.list('/api/pages')).map(({ title }) => title)
    expect(await titles()).toEqual([])
    expect((await lectern(['default', 'fr'])).out).toBe(
      'fr is the default locale now: requests without a locale read and write it.',
    )
    expect(await titles()).toEqual(['un'])
    expect(await site.create('/api/pages', { title: 'deux' })).toMatchObject({ locale: 'fr' })
    expect(JSON.parse((await lectern(['default', 'en', '--json'])).out)).toMatchObject({ code: 'en', isDefault: true })
    expect(await titles()).toEqual([])
    await site.sql("delete from strapi_core_store_settings where key = 'plugin_i18n_default_locale'")
    expect((await lectern(['default', 'en'])).code).toBe(0)
    const [stored] = await site.sql(
      "select value, type from strapi_core_store_settings where key = 'plugin_i18n_default_locale'",
    )
    expect(stored).toEqual(['"en"', 'string'])
  })

  it('a locale with content goes when that is said, with all of it and nothing else', async () => {
    const both = await site.create('/api/pages', { title: 'both', parts: [{ text: 'stays' }] })
    await site.update(`/api/pages/${both.documentId}?locale=de`, { title: 'beide', parts: [{ text: 'goes' }] })
    await site.create('/api/pages?locale=de&status=draft', { title: 'Entwurf' })
    await site.update('/api/home?locale=de', { title: 'Heim' })
    const rows = async () =>
      JSON.stringify([
        await site.sql("select * from pages where locale <> 'de' order by id"),
        await site.sql('select * from homes order by id'),
      ])
    const { code, err } = await lectern(['remove', 'de'])
    expect(code).toBe(1)
    expect(err).toContain(
      'There are entries in de, which would be deleted with it:\n  api::home.home: 1\n  api::page.page: 2\nAdd --allow-data-loss',
    )
    expect(await codes()).toContain('de')
    await site.sql("delete from homes where locale = 'de'")
    const before = await rows()
    const removed = await lectern(['remove', 'de', '--allow-data-loss', '--json'])
    expect(JSON.parse(removed.out)).toEqual({
      code: 'de',
      name: 'de',
      deleted: [{ type: 'api::page.page', entries: 2 }],
    })
    expect(await codes()).not.toContain('de')
    expect(await rows()).toBe(before)
    const parts = await site.sql('select distinct text from components_shared_parts order by 1')
    expect(parts).toEqual([['stays']])
    expect(await site.sql('select count(*) from pages_cmps c where c.entity_id not in (select id from pages)')).toEqual(
      [[0]],
    )
    expect((await site.read(`/api/pages/${both.documentId}?populate=localizations`)).localizations).toEqual([])
    expect((await lectern(['remove', 'it'])).out).toBe('Removed it.')
  })

  describe('writing in a locale that is not there', () => {
    it.each([
      ['POST', '/api/pages', { title: 'a' }],
      ['PUT', '/api/pages/DOCUMENT', { title: 'a' }],
      ['PUT', '/api/home', { title: 'a' }],
      ['POST', '/api/pages/DOCUMENT/actions/publish', undefined],
      ['POST', '/api/pages/DOCUMENT/actions/unpublish', undefined],
      ['POST', '/api/pages/DOCUMENT/actions/discard', undefined],
      ['DELETE', '/api/pages/DOCUMENT', undefined],
      ['DELETE', '/api/home', undefined],
    ])('%s %s', async (method, path, data) => {
      const made = await site.create('/api/pages', { title: 'there' })
      const before = await site.sql('select count(*) from pages')
      const url = `${path.replace('DOCUMENT', made.documentId)}?locale=pt-br`
      const { status, error } = await site.ask(method, url, data)
      expect({ status, ...error }).toMatchObject({
        status: 400,
        name: 'ValidationError',
        message: 'There is no locale pt-br',
        details: { source: 'query', param: 'locale' },
      })
      expect(error?.details.hint).toMatch(
        /^Did you mean pt-BR\? Existing locales: en, fr, .*\. lectern locale add adds one$/,
      )
      expect(await site.sql('select count(*) from pages')).toEqual(before)
    })

    it('is no matter where a type has no locales, and reads find nothing, as in Strapi', async () => {
      expect(await site.create('/api/plains?locale=xx', { title: 'a' })).toMatchObject({ title: 'a' })
      expect(await site.list('/api/pages?locale=xx')).toEqual([])
      const made = await site.create('/api/pages', { title: 'there' })
      expect((await site.ask('GET', `/api/pages/${made.documentId}?locale=xx`)).status).toBe(404)
      expect((await site.ask('DELETE', `/api/pages/${made.documentId}?locale=*`)).status).toBe(204)
    })
  })
})
