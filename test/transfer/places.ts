/** Projects and empty databases to import into. */

import { createHmac } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { openArchive } from '../../src/archive/open-archive.ts'
import type { ClientName } from '../../src/dialects/backend.ts'
import { fixture } from '../support/fixture.ts'
import { TOKENS } from '../support/magazine.ts'
import { createDatabase, createSession } from '../support/postgres.ts'

type Rows = readonly (readonly unknown[])[]

export interface Place {
  readonly folder: string
  /** As `--database` takes it. */
  readonly database: string
  sql(text: string): Promise<Rows>
  /** Several on one connection: opening a file with many tables takes longer than reading them. */
  each(texts: readonly string[]): Promise<readonly Rows[]>
  remove(): Promise<void>
}

/** The recorded project, copied, with a database that is not there yet or has no tables. */
export function magazinePlace(client: ClientName): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-transfer-'))
  cpSync(fixture('magazine'), folder, { recursive: true })
  return client === 'sqlite' ? Promise.resolve(onSqlite(folder)) : onPostgres(folder)
}

/** The project that the archive with uploaded files belongs to. */
export async function assetsPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-transfer-'))
  await unpack(fixture('export/assets-project.tar.gz'), folder)
  return onSqlite(folder)
}

export async function unpack(archive: string, folder: string): Promise<void> {
  for await (const { path, content } of (await openArchive(archive, null)).parts()) {
    const chunks: Uint8Array[] = []
    for await (const chunk of content) chunks.push(chunk)
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), Buffer.concat(chunks))
  }
}

function onSqlite(folder: string): Place {
  const database = join(folder, 'data.db')
  const each = async (texts: readonly string[]) => {
    const connection = new BetterSqlite3(database)
    try {
      return texts.map((text): Rows => {
        const statement = connection.prepare(text)
        if (statement.reader) return statement.raw().all() as unknown[][]
        statement.run()
        return []
      })
    } finally {
      connection.close()
    }
  }
  return {
    folder,
    database,
    sql: async (text) => (await each([text])).flat(),
    each,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function onPostgres(folder: string): Promise<Place> {
  const { url, drop } = await createDatabase()
  const session = createSession(url)
  return {
    folder,
    database: url,
    sql: (text) => session.rows(text),
    each: (texts) => Promise.all(texts.map((text) => session.rows(text))),
    remove: async () => {
      await session.end()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Archives have no API tokens: those of the recorded callers, so that their requests are answered. */
export async function addRecordedTokens(place: Place): Promise<void> {
  for (const [type, key] of Object.entries(TOKENS)) {
    const hash = createHmac('sha512', 'apitokensalt').update(key).digest('hex')
    await place.sql(
      `insert into strapi_api_tokens (name, kind, type, access_key) values ('${type}', 'content-api', '${type}', '${hash}')`,
    )
  }
}
