import fs, { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Secrets } from '../config/settings.ts'
import { writeSecrets } from './write-secrets.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-secrets-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  rmSync(folder, { recursive: true })
})

it('adds those that the configuration lacks', () => {
  const file = join(folder, '.env')
  const others = ['ADMIN_JWT_SECRET', 'TRANSFER_TOKEN_SALT', 'APP_KEYS']
  expect(writeSecrets(file, { apiTokenSalt: 'salt', jwtSecret: 'secret' } as Secrets, {})).toEqual(others)
})

it('adds no part of a secret to a file on a full disk', () => {
  const file = join(folder, '.env')
  writeFileSync(file, 'PORT=1400\n')
  const append = fs.appendFileSync
  vi.spyOn(fs, 'appendFileSync').mockImplementationOnce((path, text) => {
    append(path, String(text).slice(0, 'API_TOKEN_SALT=ab'.length))
    throw new Error('ENOSPC: no space left on device, write')
  })
  syncBuiltinESMExports()
  const none = { apiTokenSalt: null, jwtSecret: null } as Secrets
  expect(() => writeSecrets(file, none, {})).toThrow('ENOSPC')
  expect(readFileSync(file, 'utf8')).toBe('PORT=1400\n')
  expect(writeSecrets(file, none, {})).toContain('JWT_SECRET')
})
