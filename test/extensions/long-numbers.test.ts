/** Numbers with more digits than a database can parse: only a query in a body can be that long. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASES, openSite, type Site } from '../writes/site.ts'

const TYPES = { note: { attributes: { big: { type: 'biginteger' }, rate: { type: 'decimal' } } } }
const LONG = '9'.repeat(150_000)

describe.each(DATABASES)('on %s', (kind) => {
  let site: Site
  beforeAll(async () => {
    site = await openSite(kind, { types: TYPES, config: { api: { rest: { extensions: ['query', 'cursors'] } } } })
    for (const [big, rate] of [
      ['-5', 1],
      ['9223372036854775807', 2],
    ]) {
      await site.create('/api/notes', { big, rate })
    }
  })
  afterAll(() => site.close())

  const find = async (query: object) => {
    const response = await site.lectern.fetch('/api/notes/actions/query', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(query),
    })
    const answer = (await response.json()) as {
      readonly data: readonly { readonly rate: number }[] | null
      readonly meta?: { readonly pagination: { readonly next: string } }
    }
    return { status: response.status, found: answer.data?.map(({ rate }) => rate) ?? null, meta: answer.meta }
  }

  it.each([
    [{ $gt: LONG }, []],
    [{ $lt: LONG }, [1, 2]],
    [{ $gt: `-${LONG}` }, [1, 2]],
    [{ $lt: `-${LONG}` }, []],
    [{ $between: [`-${LONG}`, LONG] }, [1, 2]],
    [{ $in: [LONG, '-5'] }, [1]],
    [{ $ne: LONG }, [1, 2]],
    [{ $eq: `+${'0'.repeat(150_000)}9223372036854775807` }, [2]],
  ])('they compare as greater or less than all stored numbers', async (big, expected) => {
    expect(await find({ filters: { big }, sort: 'id' })).toMatchObject({ status: 200, found: expected })
  })

  it('a forged cursor with one is refused', async () => {
    const { meta } = await find({ sort: 'rate', pagination: { limit: 1, start: { after: '' } } })
    const [version, digest, , id] = JSON.parse(Buffer.from(meta?.pagination.next ?? '', 'base64url').toString())
    for (const number of [LONG, `-${LONG}`, `1.${LONG}`, `d${LONG}`, `i${LONG}`]) {
      const after = Buffer.from(JSON.stringify([version, digest, number, id])).toString('base64url')
      expect((await find({ sort: 'rate', pagination: { start: { after } } })).status).toBe(400)
    }
  })
})
