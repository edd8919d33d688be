/** When clients give up, the newest are served first: those that have waited longest will give up next. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { endPrograms, serve } from '../postgres-process/program.ts'
import { DATABASES } from '../support/databases.ts'
import { ask, endless } from './clients.ts'
import { makeSite } from './site.ts'

afterEach(endPrograms)

const WAITING = 30
const IMPATIENT = 40
/** As many as start at once: on a busy machine, any of the readers may be slow to start. */
const NEWEST = 3

/** Longer than a temporary queue lasts, and enough for all requests to be in it, also on a busy machine. */
const STANDS = 3_000

/** No statement ends by itself, and none is refused. */
const UNBOUNDED = { limits: { populatedRows: 1_000_000_000, answerSize: 1_000_000_000_000 }, requestTimeout: 60_000 }
/** The number of readers of SQLite, of which three run statements that are not known to be fast. */
const DATABASE = { connection: { pool: { max: 5 }, acquireConnectionTimeout: 60_000 } }
const OCCUPIED = 3

const SORTS = ['id', 'title', 'slug', 'createdAt', 'updatedAt', 'publishedAt', 'documentId']

/** Some milliseconds of work; each is another statement, whose time is unknown. */
const medium = (which: number) =>
  `/api/articles?sort=${SORTS[which % SORTS.length]},${SORTS[Math.floor(which / SORTS.length)]}:desc&pagination[limit]=1&populate${'[author][populate][articles][populate]'.repeat(2)}[author][fields]=name`

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe.each(DATABASES)('on %s', (kind) => {
  it('the newest are answered before most earlier ones when others have given up', async () => {
    const site = await makeSite(kind, { cache: false, ...UNBOUNDED })
    try {
      writeFileSync(join(site.folder, 'config', 'database.js'), `module.exports = ${JSON.stringify(DATABASE)}\n`)
      const { address } = await serve(['--project', site.folder, '--database', site.database])
      const leaving = new AbortController()
      const occupying = Array.from({ length: OCCUPIED }, (_, index) =>
        ask(address + endless(index), 60_000, leaving.signal),
      )
      await pause(STANDS)
      const order: string[] = []
      const send = async (name: string, which: number) => {
        const { status } = await ask(address + medium(which))
        order.push(name)
        return status
      }
      const impatient = Array.from({ length: IMPATIENT }, () => ask(address + endless(0), STANDS))
      const earlier = Array.from({ length: WAITING }, (_, index) => send('earlier', index))
      await Promise.all(impatient)
      const newest = Array.from({ length: NEWEST }, (_, index) => send('newest', WAITING + index))
      await pause(STANDS)
      expect(order).toEqual([])
      leaving.abort()
      expect(await Promise.all([...earlier, ...newest])).toEqual(Array(WAITING + NEWEST).fill(200))
      expect((await Promise.all(occupying)).map(({ status }) => status)).toEqual(Array(OCCUPIED).fill(0))
      expect(order.indexOf('newest')).toBeLessThan(WAITING / 2)
    } finally {
      endPrograms()
      await site.remove()
    }
  })
})
