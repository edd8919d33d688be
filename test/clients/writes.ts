/** Writes for every client that can write. Their effect is read from the database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES } from '../writes/site.ts'
import { outcome, refusal, same } from './reads.ts'
import { type Server, serveOwn } from './serve.ts'

type Data = Readonly<Record<string, unknown>>

/** Each client in its own words; `path` is `articles` or `authors`. */
interface Writer {
  create(path: string, data: Data): Promise<unknown>
  update(path: string, documentId: string, data: Data): Promise<unknown>
  delete(path: string, documentId: string): Promise<unknown>
}

export interface WriterSpec {
  readonly name: string
  connect(url: string, token: string | null): Writer
  /** Whether writing an article without a title, and one without a token, rejects or resolves. */
  readonly invalid: unknown
  readonly forbidden: unknown
  /** Where that is not a plain value. */
  present?(error: unknown): unknown
}

/** As in Strapi: the entry is published, and its draft has no title. */
export const NO_TITLE = 'title must be a `string` type, but the final value was: `null`.'
const WITHOUT_TITLE = { path: ['title'], message: NO_TITLE, name: 'ValidationError', value: null }
/** The hint is Lectern's own. */
export const INVALID = refusal(400, 'ValidationError', NO_TITLE, {
  errors: [WITHOUT_TITLE],
  hint: 'Give a value to title',
})

export function describeWrites({ name, connect, invalid, forbidden, present = same }: WriterSpec): void {
  describe.each(DATABASES)(`${name} writes to %s`, (kind) => {
    let server: Server
    let writer: Writer

    beforeAll(async () => {
      server = await serveOwn(kind)
      writer = connect(server.url, server.token)
    })
    afterAll(() => server.close())

    const articles = (title: string) =>
      server.sql(
        `select a.document_id, a.views from articles as a where a.title = '${title}' and a.published_at is not null`,
      )

    it('a new entry with a relation', async () => {
      await writer.create('authors', { name: 'Ida' })
      const [author] = await server.sql(`select document_id from authors where name = 'Ida'`)
      await writer.create('articles', { title: 'Salt', views: 3, author: author?.[0] })
      const links = `articles_author_lnk as l join authors as w on w.id = l.author_id where w.name = 'Ida'`
      expect(await articles('Salt')).toEqual([[expect.any(String), 3]])
      expect(await server.sql(`select count(*) from ${links}`)).not.toEqual([[0]])
    })

    it('a change, which leaves the rest as it is', async () => {
      await writer.create('articles', { title: 'Before', views: 5 })
      const documentId = String((await articles('Before'))[0]?.[0])
      await writer.update('articles', documentId, { title: 'After' })
      expect(await articles('After')).toEqual([[documentId, 5]])
      expect(await articles('Before')).toEqual([])
    })

    it('a deletion', async () => {
      await writer.create('articles', { title: 'Brief' })
      await writer.delete('articles', String((await articles('Brief'))[0]?.[0]))
      expect(await server.sql(`select id from articles where title = 'Brief'`)).toEqual([])
    })

    it('nothing that is invalid, or that it may not', async () => {
      expect(await outcome(writer.create('articles', { views: 77 }), present)).toEqual(invalid)
      const stranger = connect(server.url, null)
      expect(await outcome(stranger.create('articles', { title: 'No', views: 77 }), present)).toEqual(forbidden)
      expect(await server.sql('select id from articles where views = 77')).toEqual([])
    })
  })
}
