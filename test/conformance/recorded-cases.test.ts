/** Every recorded request of the reference server, replayed on each database. Bodies are compared as JSON values. */

import { readdirSync, readFileSync } from 'node:fs'
import { createSigner } from 'fast-jwt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lectern, openProject } from '../../src/index.ts'
import { fixture } from '../support/fixture.ts'
import { createMagazine } from '../support/postgres.ts'

interface Recorded {
  readonly status: number
  /** Absent where only the status is fixed: then any envelope with a message will do. */
  readonly body?: unknown
}

interface Case extends Partial<Recorded> {
  readonly path: string
  readonly as?: 'read-only' | 'full-access' | 'user'
  readonly headers?: Readonly<Record<string, string>>
  /** Where the answer depends on the database's order of nulls. */
  readonly sqlite?: Recorded
  readonly postgres?: Recorded
}

const tokens = JSON.parse(readFileSync(fixture('tokens.json'), 'utf8')) as Record<string, string>

function bearerOf(caller: Case['as']): string | undefined {
  if (caller === undefined) return undefined
  return caller === 'user' ? createSigner({ key: 'jwtsecret' })({ id: 1 }) : tokens[caller]
}

const DATABASES = {
  sqlite: async () => ({ url: fixture('magazine.sqlite'), drop: async () => {} }),
  postgres: createMagazine,
} as const

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  let lectern: Lectern
  let database: Awaited<ReturnType<typeof createMagazine>>
  let replayed = 0

  beforeAll(async () => {
    database = await DATABASES[kind]()
    // The rows were recorded by a server that ran in UTC. Outside production, errors name extensions that are off.
    const env = { TZ: 'UTC', NODE_ENV: 'production' }
    lectern = await openProject({ project: fixture('magazine'), database: database.url, profile: 'strapi', env })
  })

  afterAll(async () => {
    await lectern?.close()
    await database?.drop()
    console.log(`${replayed} recorded cases replayed on ${kind}`)
  })

  for (const file of readdirSync(fixture('cases'))) {
    const lines = readFileSync(fixture(`cases/${file}`), 'utf8')
      .trim()
      .split('\n')
    describe(file, () => {
      it.each(lines.map((line, index) => ({ line, index })))(`case $index`, async ({ line }) => {
        const recorded = JSON.parse(line) as Case
        const expected = recorded[kind] ?? recorded
        const bearer = bearerOf(recorded.as)
        const headers = { ...recorded.headers, ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }) }
        const response = await lectern.fetch(recorded.path, { headers })
        const body = await response.json()
        replayed += 1
        if (expected.body !== undefined) expect(body, recorded.path).toEqual(expected.body)
        else
          expect(body, recorded.path).toMatchObject({
            data: null,
            error: { status: 400, message: expect.stringMatching(/./) },
          })
        expect(response.status, recorded.path).toBe(expected.status)
      })
    })
  }
})
