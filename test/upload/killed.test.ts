/** A server that is killed while it takes files: every row has its files, whole, and what is left over does no harm. */

import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../src/auth/api-token.ts'
import { randomRuns } from '../support/random-runs.ts'
import { type Program, startProgram } from '../writes/program.ts'
import { DATABASES, type Prepared, prepareSite } from '../writes/site.ts'
import { AS_KEY, formOf, KEY, picture } from './site.ts'

const ROUNDS = { SQLite: randomRuns(4), PostgreSQL: randomRuns(3) }
const WRITERS = 3
const WIDTHS = [400, 300]

/** A client's knowledge of a file: the widths that it may have by now; none after a request to delete it. */
type Known = Map<number, { widths: readonly number[]; mayBeGone: boolean }>

describe.each(DATABASES)('killed while files come in, on %s', (kind) => {
  let site: Prepared
  let images: readonly Buffer[]
  beforeAll(async () => {
    site = await prepareSite(kind, {
      types: { note: { attributes: { name: { type: 'string' } } } },
      config: { admin: { apiToken: { salt: 'salt' } } },
    })
    await site.sql(
      `insert into strapi_api_tokens (name, type, access_key, kind) values ('key', 'full-access', '${hashToken(KEY, 'salt')}', 'content-api')`,
    )
    images = await Promise.all(WIDTHS.map((width) => picture(width, width)))
  })
  afterAll(() => site?.remove())
  const uploads = () => join(site.folder, 'public/uploads')

  async function send(program: Program, index: number, query = ''): Promise<number> {
    const body = formOf([['image.png', images[index] as Buffer]])
    const response = await program.fetch(`/api/upload${query}`, { method: 'POST', headers: AS_KEY, body })
    expect(response.status).toBe(query === '' ? 201 : 200)
    const sent = (await response.json()) as { id: number } | readonly { id: number }[]
    return ('id' in sent ? sent : (sent[0] as { id: number })).id
  }

  /** Until the server is gone: sends a file, another in its place, and deletes every other one. */
  async function write(program: Program, known: Known): Promise<void> {
    for (let count = 0; ; count += 1) {
      const id = await send(program, 0)
      known.set(id, { widths: WIDTHS, mayBeGone: false })
      await send(program, 1, `?id=${id}`)
      known.set(id, { widths: WIDTHS.slice(1), mayBeGone: count % 2 === 0 })
      if (count % 2 > 0) continue
      await program.fetch(`/api/upload/files/${id}`, { method: 'DELETE', headers: AS_KEY })
      known.delete(id)
    }
  }

  async function check(known: Known): Promise<void> {
    const rows = await site.sql('select id, url, cast(formats as text) from files')
    for (const [id, url, formats] of rows) {
      const versions = JSON.parse(String(formats)) as Readonly<Record<string, { readonly url: string }>>
      expect(Object.keys(versions)).not.toEqual([])
      for (const { url: of } of Object.values(versions)) await widthOf(of)
      const width = await widthOf(String(url))
      expect(known.get(Number(id))?.widths ?? WIDTHS, `file ${id}`).toContain(width)
    }
    const there = new Set(rows.map(([id]) => Number(id)))
    for (const [id, { mayBeGone }] of known) if (!mayBeGone) expect(there.has(id), `file ${id}`).toBe(true)
  }

  /** Reads all of it: an image that is cut off is an error. */
  async function widthOf(url: string): Promise<number> {
    const { info } = await sharp(readFileSync(join(site.folder, 'public', url)), { failOn: 'truncated' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return info.width
  }

  it(`${ROUNDS[kind]} times`, { timeout: 300_000 }, async () => {
    const known: Known = new Map()
    const pauses = fc.sample(fc.nat({ max: 500 }), { numRuns: ROUNDS[kind], seed: 20_261_115 })
    for (const pause of pauses) {
      const program = await startProgram(site)
      // The first image takes long: what is drawn with is loaded then.
      known.set(await send(program, 0), { widths: WIDTHS.slice(0, 1), mayBeGone: false })
      const ends = Promise.allSettled(Array.from({ length: WRITERS }, () => write(program, known)))
      await new Promise((resolve) => setTimeout(resolve, pause))
      await program.kill()
      // A connection that broke, and nothing else.
      for (const end of await ends) expect(end).toMatchObject({ status: 'rejected', reason: { name: 'TypeError' } })
      await check(known)
    }
    expect((await site.sql('select count(*) from files'))[0]?.[0]).toBeGreaterThan(0)
  })

  it('what it left is not served, and goes in time', async () => {
    const incoming = join(uploads(), '.incoming')
    const left = existsSync(incoming) ? readdirSync(incoming) : []
    const program = await startProgram(site)
    try {
      for (const name of left) {
        expect((await program.fetch(`/uploads/.incoming/${name}`, {})).status).toBe(404)
        utimesSync(join(incoming, name), 0, 0)
      }
      await send(program, 0)
      expect(readdirSync(incoming)).toEqual([])
    } finally {
      await program.kill()
    }
  })
})
