/** The audit log: one line for each change and each login, without secrets. */

import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auditImport, auditLocales } from '../../src/cli/audit-content.ts'
import { auditPeople } from '../../src/cli/audit-people.ts'
import { type CommandAudit, createAudited } from '../../src/cli/command-audit.ts'
import { createLogger } from '../../src/http/logger.ts'
import { type Lectern, openProject } from '../../src/index.ts'
import { exportProject } from '../../src/operate/export-project.ts'
import { importProject } from '../../src/operate/import-project.ts'
import { openLocales } from '../../src/operate/open-locales.ts'
import { openPeople } from '../../src/operate/open-people.ts'
import { createDatabase } from '../support/postgres.ts'
import { BARE } from '../writes/prepare-site.ts'
import { logIn, newSite, type Site, siteIn } from './site.ts'

const PASSWORD = 'correct horse'

describe.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])('the audit on %s', (_name, isServer) => {
  let site: Site
  let server: Awaited<ReturnType<typeof createDatabase>> | null
  let lectern: Lectern
  const lines: string[] = []
  beforeEach(async () => {
    lines.splice(0)
    const made = newSite()
    server = isServer ? await createDatabase(BARE) : null
    site = server === null ? made : siteIn(made.folder, '', ['--database', server.url])
    await site.lectern(['user', 'create', '--email', 'ada@example.com', '--username', 'ada', '--password', PASSWORD])
    const logger = createLogger({ write: (line) => lines.push(line) })
    const database = server === null ? {} : { database: server.url }
    lectern = await openProject({ project: site.folder, env: {}, migrate: true, logger, ...database })
  })
  afterEach(async () => {
    await lectern.close()
    await site.remove()
    await server?.drop()
  })

  const events = () => lines.map((line) => JSON.parse(line).audit).filter((event) => event !== undefined)

  const send = async (method: string, path: string, key: string, data?: unknown) => {
    const body = data === undefined ? {} : { body: JSON.stringify({ data }) }
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const response = await lectern.fetch(path, { method, headers, ...body })
    return (response.status === 204 ? null : await response.json()) as { data: { documentId: string } }
  }

  it('tells of writes, by whom and on what', async () => {
    const key = await site.token('editor', '--type', 'full-access')
    const { data } = await send('POST', '/api/articles', key, { title: 'sesame' })
    await send('PUT', `/api/articles/${data.documentId}`, key, { title: 'sesame 2' })
    await send('DELETE', `/api/articles/${data.documentId}`, key)
    await lectern.fetch('/api/articles', { headers: { authorization: `Bearer ${key}` } })
    const by = { kind: 'token', name: 'editor' }
    const about = { by, subject: data.documentId, address: '127.0.0.1', outcome: 'done' }
    expect(events()).toEqual([
      { action: 'api::article.article.create', ...about },
      { action: 'api::article.article.update', ...about },
      { action: 'api::article.article.delete', ...about },
    ])
    expect(lines.join('')).not.toContain('sesame')
    expect(lines.join('')).not.toContain(key)
  })

  it('tells of writes that were refused', async () => {
    const key = await site.token('reader', '--type', 'read-only')
    await send('POST', '/api/articles', key, { title: 'sesame' })
    expect(events()).toMatchObject([{ by: { kind: 'token', name: 'reader' }, outcome: 'FORBIDDEN' }])
  })

  it('tells of logins, good and bad, without what was typed', async () => {
    const { body } = await logIn(lectern, { identifier: 'ada', password: PASSWORD })
    await logIn(lectern, { identifier: 'sesame', password: 'sesame' })
    const action = 'plugin::users-permissions.auth.callback'
    expect(events()).toEqual([
      { action, by: { kind: 'public' }, outcome: 'done', subject: 1, address: '127.0.0.1' },
      { action, by: { kind: 'public' }, outcome: 'LOGIN_INVALID', address: '127.0.0.1' },
    ])
    for (const secret of ['sesame', PASSWORD, String(body.jwt)]) expect(lines.join('')).not.toContain(secret)
  })

  it('tells of changes by the command line, without keys and passwords', async () => {
    const told: CommandAudit[] = []
    const database = server === null ? {} : { database: server.url }
    const opened = await openPeople({ project: site.folder, env: {}, ...database }, false)
    const people = auditPeople(
      opened,
      createAudited('operator', (event) => told.push(event)),
    )
    const { key } = await people.createToken({ name: 'web', type: 'read-only', actions: [], days: null })
    await people.revokeToken('web')
    await people.allow('public', ['api::article.article.find'])
    await people.setPassword('ada', 'another horse')
    await expect(people.revokeToken('web')).rejects.toThrow()
    await people.close()
    const by = { kind: 'command line', user: 'operator' }
    expect(told).toMatchObject([
      { action: 'token.create', by, about: { name: 'web', type: 'read-only' } },
      { action: 'token.revoke', by, about: { token: 'web' } },
      { action: 'role.allow', by, about: { role: 'public', actions: ['api::article.article.find'] } },
      { action: 'user.password', by, about: { who: 'ada' } },
    ])
    for (const secret of [key, 'another horse']) expect(JSON.stringify(told)).not.toContain(secret)
  })

  it('tells of locales and imports by the command line, with how much went', async () => {
    const told: CommandAudit[] = []
    const audited = createAudited('operator', (event) => told.push(event))
    const options = { project: site.folder, env: {}, ...(server === null ? {} : { database: server.url }) }
    const locales = auditLocales(await openLocales(options), audited)
    await locales.add('fr', null)
    await locales.makeDefault('fr')
    await locales.remove('en', false)
    await expect(locales.remove('fr', false)).rejects.toThrow('the default locale')
    await locales.close()
    const archive = join(site.folder, 'own.tar')
    const exported = await exportProject({ ...options, archive })
    const imported = await auditImport(importProject, audited)({ ...options, archive, replace: true })
    const entries = [...imported.entries.values()].reduce((sum, number) => sum + number)
    expect(entries).toBeGreaterThan(0)
    const by = { kind: 'command line', user: 'operator' }
    expect(told).toEqual([
      { action: 'locale.add', by, about: { locale: 'fr' }, outcome: 'done' },
      { action: 'locale.default', by, about: { locale: 'fr' }, outcome: 'done' },
      { action: 'locale.remove', by, about: { locale: 'en', deleted: [] }, outcome: 'done' },
      {
        action: 'content.import',
        by,
        about: { archive: 'own.tar', replace: true, database: exported.database, entries, files: 0 },
        outcome: 'done',
      },
    ])
  })
})
