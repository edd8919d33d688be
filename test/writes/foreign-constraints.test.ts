/** Constraints that an operator has added to the tables: what they refuse is a mistake in the request, and changes nothing. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, openSite, type Site } from './site.ts'

const SPEC = { types: { note: { attributes: { name: { type: 'string' }, text: { type: 'text' } } } } }
const REFUSAL = { status: 400, error: { name: 'ValidationError', message: expect.stringContaining('constraint') } }

describe.each(DATABASES)('constraints of another program on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, SPEC)
  })
  afterAll(() => site?.close())

  it('refuse a change, without revealing the message of the database', async () => {
    await site.sql('create unique index names_of_their_own on notes (name)')
    await site.create('/api/notes', { name: 'Same' })
    const refused = await site.ask('POST', '/api/notes', { name: 'Same' })
    expect(refused).toMatchObject(REFUSAL)
    expect(refused.text).not.toContain('names_of_their_own')
    expect(await site.list('/api/notes')).toHaveLength(1)
  })
})

describe('an index of PostgreSQL', () => {
  it('refuses a value that is too long for it', async () => {
    const site = await openSite('PostgreSQL', SPEC)
    await site.sql('create index on notes (text)')
    // Compressible texts take less room.
    const text = Array.from({ length: 20_000 }, (_, index) =>
      String.fromCharCode(0x4e00 + ((index * 7919) % 20_000)),
    ).join('')
    expect(await site.ask('POST', '/api/notes', { text })).toMatchObject(REFUSAL)
    await site.create('/api/notes', { text: 'short' })
    await site.close()
  })
})
