/** Names with a meaning in databases, and parameters of other servers: neither has an effect here. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { ask, CALLERS, copyProject, differences, open, removeCopies } from './copies.ts'

let lectern: Lectern
let strict: Lectern

beforeAll(async () => {
  lectern = await open()
  const folder = copyProject(() => undefined, { 'config/api.js': 'module.exports = { rest: { strictParams: true } }' })
  strict = await open({ project: folder })
})

afterAll(async () => {
  await lectern.close()
  await strict.close()
  await removeCopies()
})

/** Aliases and columns of the statement, quoted names, and characters that would end a name. */
const NAMES = [
  't0.password',
  't0.title',
  't1.access_code',
  't1.title',
  'p.id',
  'e.body',
  'k0',
  'access_code',
  'internal_notes',
  'document_id',
  'published_at',
  'created_by_id',
  'reset_password_token',
  'articles.title',
  'articles.access_code',
  'main.articles.title',
  '"title"',
  '"accessCode"',
  '`title`',
  '`access_code`',
  '[title]',
  "'title'",
  'accessCode"--',
  'title"--',
  'title--',
  'title;',
  'title/**/',
  'title\u0000',
  'title)',
  'Title',
  'TITLE',
  ' title ',
  'rowid',
  '_rowid_',
  'oid',
  '1',
  '*',
  'count(*)',
  'json(title)',
]

/** Places where the grammar allows a `*` or a space around a name. */
const MEANT = new Set([' title ', '*', '1'])

const places = (name: string): readonly string[] => [
  `filters[${name}]=x`,
  `filters[${name}][$eq]=x`,
  `filters[$or][0][${name}][$notNull]=true`,
  `filters[$not][${name}][$startsWith]=a`,
  `filters[author][${name}][$notNull]=true`,
  `filters[seo][${name}][$notNull]=true`,
  `sort=${name}`,
  `sort=seo.${name}`,
  `sort[${name}]=asc`,
  `sort[0][author][${name}]=desc`,
  `fields=${name}`,
  `fields[0]=${name}`,
  `populate[${name}]=true`,
  `populate[author][fields][0]=${name}`,
  `populate[tags][sort]=${name}`,
  `populate[author][filters][${name}]=x`,
  `populate[author][populate][${name}]=true`,
  `populate[sections][on][blocks.hero][filters][${name}]=x`,
  `populate[sections][on][${name}][fields][0]=id`,
]

const encoded = (query: string) => encodeURIComponent(query).replaceAll('%3D', '=').replaceAll('%26', '&')

describe('names that exist only in the database', () => {
  it.each(NAMES.filter((name) => !MEANT.has(name)))('%j is no name anywhere', async (name) => {
    for (const place of places(name)) {
      const answer = await ask(lectern, `/api/articles?${encoded(place)}`, 'full-access')
      expect(answer, place).toMatch(/^400 /)
    }
  })

  it('are not populated in dotted paths either', async () => {
    for (const name of [
      't0.author',
      'articles.author',
      'author_id',
      'articles_author_lnk',
      'author"',
      'author.access_code',
    ]) {
      expect(await ask(lectern, `/api/articles?populate=${encodeURIComponent(name)}`), name).toMatch(/^400 /)
    }
  })

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'length'])(
    '%s is no name either',
    async (name) => {
      for (const place of places(name))
        expect(await ask(lectern, `/api/articles?${encoded(place)}`), place).toMatch(/^400 /)
    },
  )
})

/** Parameters of other servers, and of other versions of this API. */
const UNDOCUMENTED = [
  'where',
  'lookup',
  '_where',
  'having',
  'orderBy',
  'groupBy',
  'select',
  'joins',
  'search',
  'filter',
  'query',
  'on',
  '$or',
  '$and',
  '_sort',
  '_limit',
  'publicationState',
  'plugin',
  'params',
  'depth',
  'aggregate',
  'deep',
  'alias',
]

const forms = (name: string): readonly string[] => [
  `${name}=password`,
  `${name}[accessCode][$startsWith]=$2`,
  `${name}[createdBy][resetPasswordToken][$startsWith]=a`,
  `${name}[id]=2`,
  `${name}[0]=id`,
  `${name}[id]=desc`,
]

describe('parameters that are not documented', () => {
  it.each([...UNDOCUMENTED, 'ordering', 'start', 'limit', 'count'])('%s has no effect', async (name) => {
    for (const base of [
      '/api/articles?sort=title',
      '/api/homepage?populate=*',
      '/api/categories?populate[articles]=true',
    ]) {
      const plain = await ask(lectern, base)
      expect(plain).toMatch(/^200 /)
      for (const form of forms(name)) expect(await ask(lectern, `${base}&${form}`), form).toBe(plain)
    }
  })

  it.each(UNDOCUMENTED)('%s is refused with strictParams', async (name) => {
    for (const form of forms(name)) expect(await ask(strict, `/api/articles?${form}`), form).toMatch(/^400 /)
    expect(await ask(strict, '/api/articles?filters[id][$gt]=0&sort=id&fields=title&populate=*&_q=a')).toMatch(/^200 /)
  })

  it.each([...UNDOCUMENTED, 'ordering', 'start', 'limit', 'page', 'pageSize', 'pagination', 'status', 'locale', '_q'])(
    '%s is refused inside a populate',
    async (name) => {
      if (name === 'on') return
      for (const form of [`populate[author][${name}]=1`, `populate[author][${name}][name][$startsWith]=a`]) {
        expect(await ask(lectern, `/api/articles?${form}`), form).toMatch(/^400 /)
      }
    },
  )

  it('have no effect for any caller', async () => {
    const urls = UNDOCUMENTED.flatMap((name) => forms(name).map((form) => `/api/tags?${form}`))
    const plain = await Promise.all(Object.keys(CALLERS).map((caller) => ask(lectern, '/api/tags', caller as 'public')))
    expect(new Set(plain).size).toBe(1)
    expect(await differences([lectern, lectern], urls, ['public', 'full-access'])).toEqual([])
    for (const url of urls) expect(await ask(lectern, url)).toBe(plain[0])
  })
})
