import { describe, expect, it } from 'vitest'
import { hashPassword, isPassword } from './password.ts'

describe('isPassword', () => {
  it.each(['$2a', '$2b', '$2y'])('knows hashes that begin with %s', async (prefix) => {
    const stored = (await hashPassword('correct horse')).replace(/^\$2b/, () => prefix)
    expect(stored.startsWith(prefix)).toBe(true)
    expect(await isPassword('correct horse', stored)).toBe(true)
    expect(await isPassword('wrong horse', stored)).toBe(false)
  })

  it.each([null, '', 'correct horse', '$2b$10$short'])('refuses users without a hash: %j', async (stored) => {
    expect(await isPassword('correct horse', stored)).toBe(false)
  })

  it('knows a hash that another implementation made', async () => {
    const stored = '$2b$10$BHDWq8P/x3tA8/GSkhgon.k3qZuVut3H/kCpd4NznPfc1SQnThDEO'
    expect(await isPassword('x', stored)).toBe(true)
  })
})
