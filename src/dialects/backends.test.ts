import { describe, expect, it } from 'vitest'
import { BACKENDS, backendOf, isClientName } from './backends.ts'

describe('backendOf', () => {
  it('returns the backend of each client', () => {
    expect(backendOf({ client: 'sqlite' })).toBe(BACKENDS.sqlite)
    expect(backendOf({ client: 'postgres' })).toBe(BACKENDS.postgres)
  })

  it.each(['mysql', 'none', '', 'toString', '__proto__'])('refuses the client %j', (client) => {
    expect(isClientName(client)).toBe(false)
    expect(() => backendOf({ client })).toThrow(
      `The database client ${client} is not supported; give a file name or a postgresql:// URL with --database.`,
    )
  })
})
