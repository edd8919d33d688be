/** `lectern user` and `lectern role`, beyond making users: what a server that is running makes of them at once. */

import { compareSync } from 'bcrypt'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../src/cli/context.ts'
import { DATABASES, type DatabaseKind, openSite, type Site } from '../writes/site.ts'
import { ask, commandLine, logIn } from './site.ts'

const TYPES = {
  note: {
    attributes: {
      title: { type: 'string' },
      writer: { type: 'relation', relation: 'manyToOne', target: 'plugin::users-permissions.user' },
      about: { type: 'relation', relation: 'morphToMany' },
    },
  },
}

const REFUSED: readonly (readonly [readonly string[], string])[] = [
  [['user', 'block', 'adda'], 'There is no user "adda". Did you mean ada? lectern user list names them.'],
  [['user', 'delete', '99'], 'There is no user "99".'],
  [['user', 'delete', "' or 1=1 --"], 'There is no user'],
  [['user', 'password'], 'Usage: lectern user password WHO.'],
  [['user', 'delete', 'ada', 'bob'], 'Usage: lectern user delete WHO.'],
  [['user', 'remove', 'ada'], 'There is no lectern user remove. Did you mean delete?'],
  [['role', 'create', 'public'], 'The role public (Public) exists already.'],
  [['role', 'create', 'chief editor'], 'The role chief_editor (Chief Éditor) exists already.'],
  [['role', 'create', '!?'], 'The name of a role has 1 to 255 characters, with at least one letter or digit'],
  [['role', 'create', 'two', 'words'], 'Usage: lectern role create NAME.'],
  [['role', 'delete', 'public'], 'The role public cannot be deleted'],
  [['role', 'delete', 'authenticated'], 'The role authenticated cannot be deleted'],
  [['role', 'delete', 'chief_editr'], 'There is no role "chief_editr". Did you mean chief_editor?'],
  [['role', 'delete', 'chief_editor'], '1 user has the role chief_editor. Add --to ROLE'],
  [['role', 'delete', 'chief_editor', '--to', 'public'], 'The role public is for requests without a login'],
  [['role', 'delete', 'chief_editor', '--to', 'chief_editor'], 'Users cannot be moved to the role that is deleted'],
  [['role', 'delete', 'chief_editor', '--to', 'authentcated'], 'Did you mean authenticated?'],
]

describe.each(DATABASES)('on %s', (kind: DatabaseKind) => {
  let site: Site
  const lectern = (words: readonly string[], world: Partial<Context> = {}) =>
    commandLine([...words, '--project', site.folder, '--database', site.database], world)
  const said = async (...words: readonly string[]) => {
    const { code, out, err } = await lectern(words)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    return out
  }
  const refused = async (...words: readonly string[]) => {
    const { code, out, err } = await lectern(words)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    return err
  }

  beforeEach(async () => {
    site = await openSite(kind, { types: TYPES, permissions: [] })
    await said('role', 'create', 'Chief Éditor', '--description', 'Writes')
    await said('role', 'allow', 'chief_editor', 'api::note.note.find', 'plugin::users-permissions.user.me')
    await said(
      'user',
      'create',
      '--email',
      'ada@example.com',
      '--username',
      'ada',
      '--password',
      'long-enough',
      '--role',
      'chief_editor',
    )
    await said('user', 'create', '--email', 'bob@example.com', '--password', 'long-enough')
  })
  afterEach(() => site.close())

  const tokenOf = async (identifier: string, password = 'long-enough') => {
    const { status, body } = await logIn(site.lectern, { identifier, password })
    return status === 200 ? String(body.jwt) : status
  }
  const me = async (jwt: string | number) => (await ask(site.lectern, '/api/users/me', String(jwt))).status

  it('lists users', async () => {
    expect(await said('user', 'list')).toBe(
      ['1  ada@example.com  ada              chief_editor', '2  bob@example.com  bob@example.com  authenticated'].join(
        '\n',
      ),
    )
    await site.sql("update up_users set confirmed = false, username = 'ev\u001bil' where id = 2")
    await said('user', 'block', 'ada')
    expect(await said('user', 'list')).toBe(
      [
        '1  ada@example.com  ada    chief_editor   blocked',
        '2  bob@example.com  ev\ufffdil  authenticated  not confirmed',
      ].join('\n'),
    )
    const listed = JSON.parse(await said('user', 'list', '--json'))
    expect(listed[0]).toEqual({
      id: 1,
      username: 'ada',
      email: 'ada@example.com',
      role: 'chief_editor',
      blocked: true,
      confirmed: true,
    })
  })

  it.each(['ada', 'ADA@example.com', '1'])(
    'blocks %s, whose token is refused at once, and lets them in again',
    async (who) => {
      const jwt = await tokenOf('ada')
      expect(await me(jwt)).toBe(200)
      expect(await said('user', 'block', who)).toBe(
        'ada (ada@example.com) is blocked: their tokens are refused, and they cannot log in.',
      )
      expect(await me(jwt)).toBe(401)
      expect((await ask(site.lectern, '/api/notes', String(jwt))).status).toBe(401)
      expect(await tokenOf('ada')).toBe(400)
      expect(await said('user', 'block', who)).toContain(', as before.')
      expect(await said('user', 'unblock', who)).toBe('ada (ada@example.com) may log in.')
      expect(await me(jwt)).toBe(200)
    },
  )

  it('changes a password, from a question, from standard input, from the environment, or makes one up', async () => {
    const changes: readonly (readonly [string, readonly string[], Partial<Context>])[] = [
      ['asked-for-it', [], { askSecret: async () => 'asked-for-it' }],
      ['piped-in-here', ['--password-stdin'], { readInput: async () => 'piped-in-here\nmore\n' }],
      ['from-outside', [], { env: { LECTERN_USER_PASSWORD: 'from-outside' } }],
    ]
    for (const [password, words, world] of changes) {
      const { code, out, err } = await lectern(['user', 'password', 'ada', ...words], world)
      expect({ code, out, err }).toEqual({
        code: 0,
        out: 'ada (ada@example.com) logs in with the new password from now on.',
        err: '',
      })
      expect(typeof (await tokenOf('ada', password))).toBe('string')
    }
    expect(await tokenOf('ada')).toBe(400)
    const madeUp = /shown only now: (\S{20})$/.exec(await said('user', 'password', 'ada'))?.[1] ?? ''
    const [[hash] = []] = await site.sql('select password from up_users where id = 1')
    expect(compareSync(madeUp, String(hash))).toBe(true)
    const { code, err } = await lectern(['user', 'password', 'ada', '--password-stdin'])
    expect([code, err]).toEqual([1, expect.stringContaining('there is no password on standard input')])
    expect(await refused('user', 'password', 'ada', '--password', 'short')).toContain('at least 8 characters')
  })

  it('deletes a user with every link to them, and their token is refused at once', async () => {
    const jwt = await tokenOf('ada')
    await site.sql("insert into notes (document_id, title) values ('n', 'by ada')")
    await site.sql('insert into notes_writer_lnk (note_id, user_id) values (1, 1)')
    await site.sql(
      `insert into notes_about_mph (note_id, about_id, about_type) values (1, 1, 'plugin::users-permissions.user')`,
    )
    expect(await said('user', 'delete', 'ada')).toBe(
      'Deleted the user ada (ada@example.com). Their tokens are refused from now on.',
    )
    expect(await me(jwt)).toBe(401)
    for (const table of ['notes_writer_lnk', 'notes_about_mph']) {
      expect(await site.sql(`select count(*) from ${table}`), table).toEqual([[0]])
    }
    expect(await site.sql('select user_id from up_users_role_lnk')).toEqual([[2]])
    expect(await site.sql('select id from up_users')).toEqual([[2]])
  })

  it('refuses what cannot be meant, and changes nothing', async () => {
    const state = async () =>
      JSON.stringify([
        await site.sql('select id, blocked, password from up_users order by id'),
        await site.sql('select id, type from up_roles order by id'),
        await site.sql('select user_id, role_id from up_users_role_lnk order by id'),
      ])
    const before = await state()
    for (const [words, message] of REFUSED) expect(await refused(...words), words.join(' ')).toContain(message)
    expect(await state()).toBe(before)
  })

  it('makes a role as Strapi stores it', async () => {
    const [row] = await site.sql(
      "select name, description, type, length(document_id), locale from up_roles where type = 'chief_editor'",
    )
    expect(row).toEqual(['Chief Éditor', 'Writes', 'chief_editor', 24, null])
    expect(await said('role', 'create', 'Author')).toBe(
      'Created the role author, which may do nothing yet: lectern role allow author ACTION….',
    )
    const roles = JSON.parse(await said('role', 'list', '--json'))
    expect(roles[2]).toEqual({
      name: 'Chief Éditor',
      type: 'chief_editor',
      users: 1,
      actions: ['api::note.note.find', 'plugin::users-permissions.user.me'],
      withoutEffect: [],
    })
  })

  it('shows users and roles in relations to those who are allowed to find them', async () => {
    const jwt = String(await tokenOf('ada'))
    await site.sql("insert into notes (document_id, title, published_at) values ('n', 'by ada', '2026-01-01')")
    await site.sql('insert into notes_writer_lnk (note_id, user_id) values (1, 1)')
    const shown = async () => {
      const notes = await ask(site.lectern, '/api/notes?populate=writer', jwt)
      const user = await ask(site.lectern, '/api/users/me?populate=role', jwt)
      return { notes: notes.body.data, role: user.body.role }
    }
    const hidden = await shown()
    expect(hidden.role).toBeUndefined()
    expect(hidden.notes).toEqual([expect.not.objectContaining({ writer: expect.anything() })])
    await said('role', 'allow', 'chief_editor', 'plugin::users-permissions.user.find')
    await said('role', 'allow', 'chief_editor', 'plugin::users-permissions.role.find')
    expect(await shown()).toMatchObject({ notes: [{ writer: { username: 'ada' } }], role: { type: 'chief_editor' } })
  })

  it('deletes a role, moving its users, who have the rights of the other at once', async () => {
    const jwt = await tokenOf('ada')
    expect((await ask(site.lectern, '/api/notes', String(jwt))).status).toBe(200)
    expect(await said('role', 'delete', 'chief_editor', '--to', 'authenticated')).toBe(
      'Gave 1 user the role authenticated.\nDeleted the role chief_editor.',
    )
    expect((await ask(site.lectern, '/api/notes', String(jwt))).status).toBe(403)
    expect(await me(jwt)).toBe(200)
    expect(await site.sql('select user_id, user_ord from up_users_role_lnk order by user_ord')).toEqual([
      [2, 1],
      [1, 2],
    ])
    const orphans = await site.sql(
      'select count(*) from up_permissions where id not in (select permission_id from up_permissions_role_lnk)',
    )
    expect(orphans).toEqual([[0]])
    await said('role', 'create', 'Unused')
    expect(await said('role', 'delete', 'Unused')).toBe('Deleted the role unused.')
  })

  it('deletes a role of a user who has the other one, too', async () => {
    await site.sql(
      "insert into up_users_role_lnk (user_id, role_id) select 1, id from up_roles where type = 'authenticated'",
    )
    await said('role', 'delete', 'chief_editor', '--to', 'authenticated')
    expect(await site.sql('select user_id from up_users_role_lnk order by user_id')).toEqual([[1], [2]])
  })
})
