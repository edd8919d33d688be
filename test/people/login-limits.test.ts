/** Limits that slow down guessing of passwords, and not other logins, over real sockets. */

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashSync } from 'bcrypt'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openProject } from '../../src/index.ts'
import { writeStarter } from '../../src/starter/write-starter.ts'
import { createDatabase } from '../support/postgres.ts'
import { BARE } from '../writes/prepare-site.ts'
import { siteIn } from './site.ts'

const PASSWORD = 'correct horse'

interface Opened {
  /** Status of a login, as a proxy on this machine forwards it. */
  logIn(identifier: string, password: string, client?: string): Promise<number>
  close(): Promise<void>
}

async function open(isServer: boolean): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-limits-'))
  writeStarter(folder, { folder: '/lectern', version: '0.0.0' })
  mkdirSync(join(folder, 'config'), { recursive: true })
  writeFileSync(join(folder, 'config/server.js'), 'module.exports = { proxy: { koa: true } }')
  const server = isServer ? await createDatabase(BARE) : null
  const database = server === null ? [] : ['--database', server.url]
  const site = siteIn(folder, '', database)
  await site.lectern(['user', 'create', '--email', 'ada@example.com', '--username', 'ada', '--password', PASSWORD])
  const project = { project: folder, env: {}, migrate: true, ...(server === null ? {} : { database: server.url }) }
  const lectern = await openProject(project)
  const address = await lectern.listen({ port: 0 })
  return {
    logIn: async (identifier, password, client = '203.0.113.1') => {
      const response = await fetch(`${address}/api/auth/local`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': client },
        body: JSON.stringify({ identifier, password }),
      })
      await response.arrayBuffer()
      return response.status
    },
    close: async () => {
      await lectern.close()
      await site.remove()
      await server?.drop()
    },
  }
}

describe.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])('logging in on %s', (_name, isServer) => {
  let opened: Opened
  beforeEach(async () => {
    opened = await open(isServer)
  })
  afterEach(() => opened.close())

  it('counts the name and the e-mail address of an account as one, and does not tell', async () => {
    for (const name of ['ada@example.com', 'ADA@example.com', 'ada', 'ada', 'ada@example.com']) {
      expect(await opened.logIn(name, 'wrong')).toBe(400)
    }
    // Neither has been tried five times, the account has: the right password is refused like a wrong one.
    expect(await opened.logIn('ada', PASSWORD)).toBe(400)
    expect(await opened.logIn('ada@example.com', PASSWORD)).toBe(400)
    expect(await opened.logIn('ada', PASSWORD, '203.0.113.2')).toBe(200)
  })

  it('limits guesses from one address over many names, and leaves other addresses alone', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 21; count += 1) statuses.push(await opened.logIn(`user ${count}`, 'guess'))
    expect(statuses).toEqual([...Array<number>(20).fill(400), 429])
    expect(await opened.logIn('ada', PASSWORD)).toBe(429)
    expect(await opened.logIn('ada', PASSWORD, '203.0.113.2')).toBe(200)
  })

  it('leaves the event loop to others while a password is compared', async () => {
    const busy: number[] = []
    const comparing: number[] = []
    for (let count = 0; count < 5; count += 1) {
      const before = performance.eventLoopUtilization()
      expect(await opened.logIn('ada', PASSWORD)).toBe(200)
      busy.push(performance.eventLoopUtilization(before).active)
      const began = performance.now()
      hashSync(PASSWORD, 10)
      comparing.push(performance.now() - began)
    }
    // The least of each: the machine may be busy with other things.
    expect(Math.min(...busy)).toBeLessThan(Math.min(...comparing) / 2)
  })
})
