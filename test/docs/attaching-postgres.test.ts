/** The rights that docs/attaching.md gives on PostgreSQL are enough to read everything, and to write nothing. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'
import { AS_READ_ONLY } from '../support/magazine.ts'
import { createMagazine, type PostgresDatabase, runScript } from '../support/postgres.ts'
import { readPage } from './example-site.ts'

const NAME = `lectern_${randomUUID().slice(0, 8)}`

let magazine: PostgresDatabase

beforeAll(async () => {
  magazine = await createMagazine()
  const block = /```sql\n([\s\S]*?)```/.exec(readPage('docs/attaching.md'))?.[1] ?? ''
  await runScript(magazine.url, block.replaceAll('lectern', NAME))
})

afterAll(async () => {
  await runScript(magazine.url, `drop owned by ${NAME}; drop role ${NAME}`)
  await magazine.drop()
})

it('reads as a user that may only read', async () => {
  const url = new URL(magazine.url)
  url.username = NAME
  url.password = 'secret'
  const lectern = await openProject({ project: fixture('magazine'), database: url.href, env: {} })
  try {
    for (const path of ['/api/articles?populate=*', '/api/upload/files']) {
      expect((await lectern.fetch(path, { headers: AS_READ_ONLY })).status, path).toBe(200)
    }
  } finally {
    await lectern.close()
  }
  await expect(runScript(url.href, 'delete from articles')).rejects.toThrow('permission denied')
})
