/**
 * What a caller may not see does not exist at the other endpoints either: users, who lead to drafts and to types that the
 * caller may not find; levels of the depth plugin; batches, exports, queries in bodies, agents. The response, headers
 * included, is the same on a database from which it was deleted.
 */

import type Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEPTH_PLUGIN } from '../../src/config/read-depth-plugin.ts'
import type { Lectern } from '../../src/index.ts'
import { loadProject, type Project } from '../../src/project/load-project.ts'
import { user } from '../../src/schema/built-in/user.ts'
import { type ContentType, USER_UID } from '../../src/schema/schema.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { type Choices, choices } from '../fuzz/choices.ts'
import { someGroups, someQuery } from '../fuzz/grammar.ts'
import { withCreators } from '../security/changed-data.ts'
import { CALLERS, copyDatabase, copyProject, open, placedOn, removeCopies } from '../security/copies.ts'
import { linkToDrafts } from '../security/draft-probes.ts'
import { isFoundByToken, limitTokens, removeHidden } from '../security/limited-token.ts'
import { DATABASES, type DatabaseKind } from '../support/databases.ts'
import { randomRuns } from '../support/random-runs.ts'

const SEED = 20_261_119
const RUNS: Readonly<Record<DatabaseKind, number>> = { SQLite: randomRuns(150), PostgreSQL: randomRuns(75) }
const extensions = new Set(EXTENSION_NAMES)

let project: Project
let whole: Lectern
let reduced: Lectern

const relation = (kind: string, target: string) => ({ type: 'relation', relation: kind, target })

/** Users with a secret, and with relations to articles, to memos and to each other. */
const USER = {
  attributes: {
    ...(user.raw.attributes as object),
    secret: { type: 'string', private: true },
    favorites: relation('manyToMany', 'api::article.article'),
    memos: relation('oneToMany', 'api::memo.memo'),
    hidden: { ...relation('manyToMany', 'api::author.author'), private: true },
    friends: relation('manyToMany', USER_UID),
  },
}

function fill(database: Sqlite.Database): void {
  withCreators(database)
  linkToDrafts(database)
  database.exec(`
    alter table up_users add column secret text;
    update up_users set secret = 'secret' || id;
    create table up_users_favorites_lnk (id integer primary key, user_id int, article_id int, article_ord int);
    create table up_users_memos_lnk (id integer primary key, user_id int, memo_id int, memo_ord int);
    create table up_users_hidden_lnk (id integer primary key, user_id int, author_id int, author_ord int);
    create table up_users_friends_lnk (id integer primary key, user_id int, inv_user_id int, user_ord int);
    insert into up_users (id, document_id, username, email, provider, password, secret, confirmed, blocked)
      values (71, 'userone', 'one', 'one@example.com', 'local', 'hash1', 'secret one', 1, 0),
             (72, 'usertwo', 'two', 'two@example.com', 'local', 'hash2', 'secret two', 0, 1);
    insert into up_users_favorites_lnk (user_id, article_id, article_ord) select 71 + id % 2, id, id from articles;
    insert into up_users_memos_lnk (user_id, memo_id, memo_ord) select 71 + id % 2, id, id from memos;
    insert into up_users_hidden_lnk (user_id, author_id, author_ord) select 71 + id % 2, id, id from authors;
    insert into up_users_friends_lnk (user_id, inv_user_id, user_ord) values (71, 72, 1), (72, 71, 1);
    update comments set target_type = 'api::memo.memo', target_id = 1 + id % 10 where id % 3 = 0`)
  const ofUsers = ['find', 'findOne', 'count'].map((action) => `${USER_UID}.${action}`)
  limitTokens(database, ['find', 'findOne', 'aggregate', 'export'], ofUsers)
}

async function openBoth(kind: DatabaseKind): Promise<void> {
  const folder = copyProject(() => {}, {
    'src/extensions/users-permissions/content-types/user/schema.json': JSON.stringify(USER),
    'package.json': JSON.stringify({ dependencies: { [DEPTH_PLUGIN]: '1' } }),
  })
  project = await loadProject(folder, {}, {})
  const file = copyDatabase(fill)
  whole = await open({ project: folder, database: await placedOn(kind, file) })
  const other = copyDatabase((database) => removeHidden(database, project, isFoundByToken), file)
  reduced = await open({ project: folder, database: await placedOn(kind, other) })
}

/** These request drafts, or compare an entry with its draft. */
const OF_DRAFTS = /^(?:status|publicationFilter)=/

type Asked = readonly [url: string, init?: { readonly method: string; readonly type: string; readonly body: string }]

const json = (body: unknown) => ({ method: 'POST', type: 'application/json', body: JSON.stringify(body) })

const FORM = { method: 'POST', type: 'application/x-www-form-urlencoded' }

function someRequest(pick: Choices): Asked {
  const grammar = { schema: project.schema, pick, extensions }
  const types = [...project.schema.contentTypes.values()].filter((type) => type.hasRoutes && isFoundByToken(type))
  const parts = (query: string) => query.split('&').filter((part) => !OF_DRAFTS.test(part))
  const queryOf = (type: ContentType) => {
    const levels = pick.oncePer(3) ? [`pLevel=${pick.of([1, 2, 3, 4])}`] : []
    const ignored = pick.oncePer(6) ? [`pIgnore=${pick.of(['memo', 'author', 'articles,account', 'nope'])}`] : []
    return [...parts(someQuery(grammar, type)), ...levels, ...ignored].join('&')
  }
  const users = project.schema.contentTypes.get(USER_UID) as ContentType
  const listOf = () => {
    const type = pick.of(types)
    return `/api/${type.pluralName}?${queryOf(type)}`
  }
  switch (pick.upTo(8)) {
    case 0:
      return [listOf()]
    case 1:
      return ['/_batch', json({ queries: { a: listOf(), b: listOf(), c: `/api/users?${queryOf(users)}` } })]
    case 2: {
      const type = pick.of(types)
      const query = queryOf(type)
        .split('&')
        .filter((part) => !part.startsWith('pagination'))
      return [`/api/${type.pluralName}/actions/export?${query.join('&')}`]
    }
    case 3: {
      const type = pick.of(types)
      if (pick.oncePer(2))
        return [`/api/${type.pluralName}/actions/aggregate?${parts(someGroups(grammar, type)).join('&')}`]
      return [`/api/${type.pluralName}/actions/query`, { ...FORM, body: queryOf(type) }]
    }
    case 4: {
      const [url = '', query = ''] = listOf().split('?')
      const pairs = query.split('&').filter((part) => /^(sort|_q|fields|populate)=/.test(part))
      const given = Object.fromEntries(pairs.map((pair) => pair.split('=').map(decodeURIComponent)))
      const call = { name: 'find', arguments: { type: url.slice(5), query: given } }
      return ['/_mcp', json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })]
    }
    default:
      return [`/api/users${pick.of(['', '', '/count', '/71', '/72'])}?${queryOf(users)}`]
  }
}

/** Headers that differ between responses to the same request. */
const VARYING = new Set(['date', 'etag', 'server-timing'])

async function ask(lectern: Lectern, [url, init]: Asked): Promise<string> {
  const sent = init === undefined ? {} : { method: init.method, body: init.body }
  const headers = { ...CALLERS['read-only'], ...(init === undefined ? {} : { 'content-type': init.type }) }
  const response = await lectern.fetch(url, { ...sent, headers })
  const shown = [...response.headers].filter(([name]) => !VARYING.has(name))
  // An export ends with a digest of the state that it was read from.
  const text = (await response.text()).replace(/"(stamp|revision|etag)":"[^"]*"/g, '')
  return `${response.status} ${JSON.stringify(shown)} ${text}`
}

describe.each(DATABASES)('what a token may not see, on %s', (kind) => {
  beforeAll(() => openBoth(kind))
  afterAll(async () => {
    await whole?.close()
    await reduced?.close()
    await removeCopies()
  })

  it(`has no influence on any response (seed ${SEED})`, async () => {
    let shown = 0
    const property = fc.asyncProperty(choices.map(someRequest), async (asked) => {
      const [answer, expected] = await Promise.all([ask(whole, asked), ask(reduced, asked)])
      expect(answer, JSON.stringify(asked)).toBe(expected)
      expect(answer).not.toMatch(/^5/)
      if (answer.startsWith('200 ')) shown += 1
    })
    await fc.assert(property, { seed: SEED, numRuns: RUNS[kind] })
    console.log(`${shown} of ${RUNS[kind]} requests were answered`)
    expect(shown).toBeGreaterThan(RUNS[kind] / 4)
  })
})
