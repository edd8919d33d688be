/** Writes whose responses exceed a limit are refused like reads, and change nothing. */

import { afterEach, expect, it } from 'vitest'
import { DATABASES, openSite, type Site, type SiteSpec } from './site.ts'

const MOST = 20
const NOTES = 6

const link = (relation: string, target: string, side: object) => ({ type: 'relation', relation, target, ...side })

const SPEC: SiteSpec = {
  types: {
    note: { attributes: { author: link('manyToOne', 'api::author.author', { inversedBy: 'notes' }) } },
    author: { attributes: { notes: link('oneToMany', 'api::note.note', { mappedBy: 'author' }) } },
  },
  config: { api: { rest: { limits: { populatedRows: MOST } } } },
}

let site: Site
afterEach(() => site?.close())

it.each(DATABASES)('on %s', async (kind) => {
  site = await openSite(kind, SPEC)
  const author = await site.create('/api/authors', {})
  for (let made = 0; made < NOTES; made++) await site.create('/api/notes', { author: author.id })
  const [note] = await site.list('/api/notes')
  const nested = 'populate[author][populate][notes][populate][author][populate]=notes'
  for (const [method, path, data] of [
    ['POST', '/api/notes', { author: author.id }],
    ['PUT', `/api/notes/${note?.documentId}`, {}],
  ] as const) {
    const { status, error } = await site.ask(method, `${path}?${nested}`, data)
    expect(status).toBe(400)
    expect(error?.message).toContain(`more than ${MOST} rows`)
    expect(error?.details).toMatchObject({ limit: 'populatedRows', maximum: MOST, param: 'populate' })
  }
  expect(await site.list('/api/notes')).toHaveLength(NOTES)
})
