/** New secrets, and what was made with the old ones. */

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { writeStarter } from '../../src/starter/write-starter.ts'
import { createDatabase } from '../support/postgres.ts'
import { BARE } from '../writes/prepare-site.ts'
import { ask, logIn, type Site, siteIn } from './site.ts'

const GOOD = { identifier: 'ada@example.com', password: 'correct horse' }
const OLD = { JWT_SECRET: 'old-jwt', API_TOKEN_SALT: 'old-salt' }
const ROTATED = {
  JWT_SECRET: 'new-jwt',
  API_TOKEN_SALT: 'new-salt',
  JWT_SECRET_PREVIOUS: 'older-jwt, old-jwt',
  API_TOKEN_SALT_PREVIOUS: 'older-salt,old-salt',
}

describe.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])('a rotation of secrets on %s', (_name, isServer) => {
  let site: Site
  let server: Awaited<ReturnType<typeof createDatabase>> | null
  beforeEach(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-rotation-'))
    writeStarter(folder, { folder: '/lectern', version: '0.0.0' })
    server = isServer ? await createDatabase(BARE) : null
    site = siteIn(folder, '', server === null ? [] : ['--database', server.url])
    await site.lectern(['user', 'create', '--email', GOOD.identifier, '--password', GOOD.password], { env: OLD })
  })
  afterEach(async () => {
    await site.remove()
    await server?.drop()
  })

  async function served<T>(
    env: NodeJS.ProcessEnv,
    work: (lectern: Awaited<ReturnType<typeof openProject>>) => Promise<T>,
  ) {
    const database = server === null ? {} : { database: server.url }
    const lectern = await openProject({ project: site.folder, env, migrate: true, ...database })
    return work(lectern).finally(() => lectern.close())
  }

  const token = async (name: string, env: NodeJS.ProcessEnv) =>
    (await site.lectern(['token', 'create', name, '--type', 'full-access'], { env })).out

  it('leaves good what the old ones made, and makes nothing new with them', async () => {
    const key = await token('before', OLD)
    const jwt = await served(OLD, async (lectern) => String((await logIn(lectern, GOOD)).body.jwt))
    const made = await served(ROTATED, async (lectern) => {
      expect((await ask(lectern, '/api/articles', key)).status).toBe(200)
      expect((await ask(lectern, '/api/users/me', jwt)).status).toBe(200)
      const renewed = String((await logIn(lectern, GOOD)).body.jwt)
      expect((await ask(lectern, '/api/users/me', renewed)).status).toBe(200)
      return { jwt: renewed, key: await token('after', ROTATED) }
    })
    const { JWT_SECRET_PREVIOUS: _jwt, API_TOKEN_SALT_PREVIOUS: _salt, ...afterwards } = ROTATED
    await served(afterwards, async (lectern) => {
      expect((await ask(lectern, '/api/users/me', made.jwt)).status).toBe(200)
      expect((await ask(lectern, '/api/articles', made.key)).status).toBe(200)
      expect((await ask(lectern, '/api/users/me', jwt)).status).toBe(401)
      expect((await ask(lectern, '/api/articles', key)).status).toBe(401)
    })
  })
})
