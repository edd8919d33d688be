/** The users of a role are never shown, as in Strapi: not even to callers who may find users and roles. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { DATABASES } from '../support/databases.ts'
import { ask, copyDatabase, open, placedOn, removeCopies } from './copies.ts'

afterAll(removeCopies)

describe.each(DATABASES)('the users of a role on %s', (kind) => {
  let lectern: Lectern
  beforeAll(async () => {
    const database = copyDatabase((copy) => {
      copy.exec('insert into authors_account_lnk (author_id, user_id) select id, 1 from authors')
    })
    lectern = await open({ database: await placedOn(kind, database) })
  })
  afterAll(() => lectern.close())

  it('are left out of every response', async () => {
    const query = 'filters[account][id]=1&populate[account][populate][role][populate]=*'
    const shown = await ask(lectern, `/api/authors?${query}`, 'full-access')
    expect(shown).toContain('"permissions":[{')
    expect(shown).not.toContain('"users":')
  })

  it.each([
    'populate[account][populate][role][populate]=users',
    'filters[account][role][users][username]=reader',
    'sort=account.role.users.username',
  ])('are an unknown name in %s', async (query) => {
    expect(await ask(lectern, `/api/authors?${query}`, 'full-access')).toContain('Invalid key users')
  })
})
