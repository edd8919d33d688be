/** Reads for every client. Results are compared with the rows of the database. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NO_TOKEN } from '../../src/answer/credentials-hints.ts'
import { DATABASES } from '../writes/site.ts'
import { type Server, serveMagazine } from './serve.ts'

export type Entry = Readonly<Record<string, unknown>>

/** Each client in its own words. Entries have the `id` that their row has, whatever else a client makes of them. */
interface Reader {
  /** Articles by title, and how many there are in all. */
  page(page: number, size: number): Promise<{ readonly entries: readonly Entry[]; readonly total: unknown }>
  /** At most 100, of articles that have this title. */
  byTitle(title: string): Promise<readonly Entry[]>
  /** At most 100, of articles whose author has this name. */
  byAuthor(name: string): Promise<readonly Entry[]>
  /** The address of the avatar of the author of an article. */
  avatarOf(documentId: string): Promise<unknown>
  one(documentId: string): Promise<Entry>
  /** At most 100 drafts. */
  drafts(): Promise<readonly Entry[]>
  /** The public may not find memos. */
  memos(): Promise<readonly Entry[]>
}

export interface ReaderSpec {
  readonly name: string
  connect(url: string, token: string | null): Reader
  /** The value that the client rejects or resolves with. */
  readonly missing: unknown
  readonly forbidden: unknown
  /** Where that is not a plain value. */
  present?(error: unknown): unknown
}

const SHOWN = "a.published_at is not null and a.locale = 'en'"
const DRAFTS = "a.published_at is null and a.locale = 'en'"
const AUTHORS = 'join articles_author_lnk as l on l.article_id = a.id join authors as w on w.id = l.author_id'
const AVATARS = `join files_related_mph as m on m.related_id = w.id and m.related_type = 'api::author.author' and m.field = 'avatar' join files as f on f.id = m.file_id`

const byNumber = (a: unknown, b: unknown) => Number(a) - Number(b)
const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id)
const sorted = (ids: readonly unknown[]) => [...ids].sort(byNumber)

export function describeReads({ name, connect, missing, forbidden, present = same }: ReaderSpec): void {
  describe.each(DATABASES)(`${name} reads from %s`, (kind) => {
    let server: Server
    let reader: Reader
    let trusted: Reader

    beforeAll(async () => {
      server = await serveMagazine(kind)
      reader = connect(server.url, null)
      trusted = connect(server.url, server.token)
    })
    afterAll(() => server.close())

    const column = async (text: string) => (await server.sql(text)).map(([cell]) => cell)

    it('a list, sorted', async () => {
      const ids = await column(`select a.id from articles as a where ${SHOWN} order by a.title, a.id`)
      const { entries, total } = await reader.page(1, 10)
      expect({ ids: idsOf(entries), total }).toEqual({ ids: ids.slice(0, 10), total: ids.length })
    })

    it('all pages, and so everything once', async () => {
      const ids = await column(`select a.id from articles as a where ${SHOWN}`)
      const pages = Array.from({ length: Math.ceil(ids.length / 10) }, (_, index) => reader.page(index + 1, 10))
      const walked = (await Promise.all(pages)).flatMap(({ entries }) => idsOf(entries))
      expect(sorted(walked)).toEqual(sorted(ids))
    })

    it('a filter with characters that have to be escaped', async () => {
      const found = `from articles as a where ${SHOWN} and a.title`
      const [title] = await column(`select a.title ${found} like '%100\\%\\_Sure Élan' escape '\\' order by a.id`)
      const ids = await column(`select a.id ${found} = '${title}'`)
      expect(sorted(idsOf(await reader.byTitle(String(title))))).toEqual(sorted(ids))
      expect(ids).not.toEqual([])
    })

    it('a filter through a relation', async () => {
      const ids = await column(`select a.id from articles as a ${AUTHORS} where ${SHOWN} and w.name = 'Copper Velvet'`)
      expect(ids.length).toBeGreaterThan(1)
      expect(sorted(idsOf(await reader.byAuthor('Copper Velvet')))).toEqual(sorted(ids))
    })

    it('what is populated in what is populated', async () => {
      const rows = await server.sql(
        `select a.document_id, f.url from articles as a ${AUTHORS} ${AVATARS} where ${SHOWN} order by a.id`,
      )
      const [documentId, url] = rows[0] ?? []
      expect(await reader.avatarOf(String(documentId))).toBe(url)
    })

    it('one entry', async () => {
      const [row] = await server.sql(`select a.document_id, a.id, a.title from articles as a where ${SHOWN}`)
      const [documentId, id, title] = row ?? []
      expect(await reader.one(String(documentId))).toMatchObject({ id, title })
    })

    it('an entry that is not there', async () => {
      expect(await outcome(reader.one('abcdefghijklmnopqrstuvwx'), present)).toEqual(missing)
    })

    it('drafts, with a token', async () => {
      const ids = await column(`select a.id from articles as a where ${DRAFTS}`)
      expect(sorted(idsOf(await trusted.drafts()))).toEqual(sorted(ids))
    })

    it('a type that only others may find', async () => {
      expect(await outcome(reader.memos(), present)).toEqual(forbidden)
      expect(sorted(idsOf(await trusted.memos()))).toEqual(sorted(await column('select id from memos')))
    })
  })
}

export const same = (value: unknown) => value

/** Clients reject with errors of their own, or resolve with them. */
export async function outcome(promise: Promise<unknown>, present: (error: unknown) => unknown): Promise<unknown> {
  return present(await promise.catch((error: unknown) => error))
}

/** The body of a refusal. */
export function refusal(status: number, name: string, message: string, details: unknown = {}): unknown {
  return { data: null, error: { status, name, message, details } }
}

export const NOT_FOUND = refusal(404, 'NotFoundError', 'Not Found')
export const FORBIDDEN = refusal(403, 'ForbiddenError', 'Forbidden', { hint: NO_TOKEN })
