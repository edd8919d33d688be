/** The errors for a draft that cannot be published contain no private values that others have written. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, openSite, type Site, type SiteSpec } from '../writes/site.ts'

const code = { type: 'string', unique: true, minLength: 6 }

const SPEC: SiteSpec = {
  types: {
    page: {
      draftAndPublish: true,
      attributes: {
        title: { type: 'string' },
        shown: code,
        hidden: { ...code, private: true },
        box: { type: 'component', component: 'part.box' },
      },
    },
  },
  components: { 'part.box': { label: code, lock: { ...code, private: true } } },
}

const withCodes = (end: string) => ({
  shown: `shown${end}`,
  hidden: `h1de${end}`,
  box: { label: `label${end}`, lock: `l0ck${end}` },
})

describe.each(DATABASES)('on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site.close())

  it.each([
    ['values that are too short', { shown: 'shown', hidden: 'h1de', box: { label: 'label', lock: 'l0ck' } }],
    ['values that another entry has', withCodes('-taken')],
  ])('%s', async (_, codes) => {
    if (codes.shown.length > 5) await site.create('/api/pages', codes)
    const { documentId } = await site.create('/api/pages?status=draft', codes)
    const path = `/api/pages/${documentId}`
    const answers = [
      await site.ask('POST', `${path}/actions/publish`),
      // A caller who changes another attribute publishes the rest, too.
      await site.ask('PUT', path, { title: 'of mine' }),
    ]
    for (const { status, error, text } of answers) {
      expect(status).toBe(400)
      expect(error?.details.errors).toMatchObject([
        { path: ['shown'], value: codes.shown },
        { path: ['hidden'] },
        { path: ['box', 'label'], value: codes.box.label },
        { path: ['box', 'lock'] },
      ])
      expect(text).not.toContain(codes.hidden)
      expect(text).not.toContain(codes.box.lock)
    }
  })
})
