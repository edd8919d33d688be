import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/http/logger.ts'
import { openProject } from '../../src/index.ts'
import { newSite, type Site } from './site.ts'

let site: Site
beforeEach(() => {
  site = newSite()
})
afterEach(() => site.remove())

const NAMES = ['API_TOKEN_SALT', 'JWT_SECRET', 'ADMIN_JWT_SECRET', 'TRANSFER_TOKEN_SALT', 'APP_KEYS']
const file = () => join(site.folder, '.env')
const values = () => parseEnv(readFileSync(file(), 'utf8'))

describe('secrets of a new project', () => {
  it('are written at the first start, readable by the owner only, and reused from then on', async () => {
    const lectern = await site.serve()
    expect(Object.keys(values()).sort()).toEqual([...NAMES].sort())
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(readdirSync(site.folder).filter((name) => name.startsWith('.env'))).toEqual(['.env'])
    expect(new Set(Object.values(values())).size).toBe(NAMES.length)
    expect(lectern.settings.secrets).toMatchObject({
      apiTokenSalt: values().API_TOKEN_SALT,
      jwtSecret: values().JWT_SECRET,
    })
    const before = readFileSync(file(), 'utf8')
    expect((await site.serve()).notices).toEqual([])
    expect(readFileSync(file(), 'utf8')).toBe(before)
  })

  it('are added to what the file has, which stays as it is', async () => {
    const own = '# mine\nJWT_SECRET=chosen\nPORT=1400'
    writeFileSync(file(), own, { mode: 0o644 })
    await site.serve()
    expect(readFileSync(file(), 'utf8').startsWith(`${own}\n`)).toBe(true)
    expect(values()).toMatchObject({ JWT_SECRET: 'chosen', PORT: '1400' })
    expect(Object.keys(values()).sort()).toEqual([...NAMES, 'PORT'].sort())
    expect(statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('are not made where the environment or the configuration has them', async () => {
    await site.serve({ API_TOKEN_SALT: 'given', JWT_SECRET: 'given' })
    expect(existsSync(file())).toBe(false)
    writeFileSync(
      join(site.folder, 'config/plugins.js'),
      `module.exports = { 'users-permissions': { config: { jwtSecret: 'fixed' } } }`,
    )
    await site.serve({ API_TOKEN_SALT: 'given' })
    expect(existsSync(file())).toBe(false)
  })

  it('stand in no notice, no output and no log', async () => {
    const log: string[] = []
    const logger = createLogger({ level: 'trace', write: (text) => log.push(text) })
    const lectern = await openProject({ project: site.folder, env: {}, migrate: true, logger })
    await lectern.fetch('/api/articles', { headers: { authorization: `Bearer ${values().API_TOKEN_SALT}` } })
    const said = [...lectern.notices, ...log].join('\n')
    await lectern.close()
    rmSync(file())
    const { out, err } = await site.lectern(['role', 'list'])
    expect(err).toContain(`Wrote new secrets to ${file()}: ${NAMES.join(', ')}.`)
    for (const value of Object.values(values())) expect(said + out + err).not.toContain(value)
    expect(log.length).toBeGreaterThan(0)
  })

  it('are not needed to serve: a notice says when they cannot be written', async () => {
    symlinkSync(join(site.folder, 'nowhere', 'at-all'), file())
    const { notices, fetch } = await site.serve()
    expect(notices.at(-1)).toContain('Tokens and logins do not work: API_TOKEN_SALT and JWT_SECRET are not set')
    expect((await fetch('/api/articles')).status).toBe(403)
    expect(readdirSync(site.folder).filter((name) => name.startsWith('.env'))).toEqual(['.env'])
  })

  it('that are empty stay so: no key could match, and none is made', async () => {
    writeFileSync(file(), 'API_TOKEN_SALT=\n')
    const { code, err } = await site.lectern(['token', 'create', 'web'])
    expect(code).toBe(1)
    expect(err).toContain('API_TOKEN_SALT is not set, so no token could ever match; set it in .env first.')
    expect(values().API_TOKEN_SALT).toBe('')
  })
})
