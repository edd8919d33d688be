/**
 * What a caller may not see does not exist, whatever a request asks with extensions: the response is the same on a database
 * from which it was deleted. Drafts are deleted, and so are types that the caller may not find; private attributes have
 * other values.
 */

import type Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { loadProject, type Project } from '../../src/project/load-project.ts'
import type { ContentType } from '../../src/schema/schema.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { type Choices, choices } from '../fuzz/choices.ts'
import { someGroups, someQuery } from '../fuzz/grammar.ts'
import { withCreators } from '../security/changed-data.ts'
import { ask, type CallerName, copyDatabase, open, placedOn, removeCopies } from '../security/copies.ts'
import { linkToDrafts } from '../security/draft-probes.ts'
import { guardedProject } from '../security/guarded-project.ts'
import { isFoundByToken, limitTokens, removeHidden } from '../security/limited-token.ts'
import { rootsOf } from '../security/probes.ts'
import { DATABASES, type DatabaseKind } from '../support/databases.ts'
import { randomRuns } from '../support/random-runs.ts'

const SEED = 20_261_118
const RUNS: Readonly<Record<DatabaseKind, number>> = { SQLite: randomRuns(300), PostgreSQL: randomRuns(150) }
const extensions = new Set(EXTENSION_NAMES)

let project: Project
let whole: Lectern
let reduced: Lectern

interface Who {
  readonly caller: CallerName
  isFound(type: ContentType): boolean
}

const PUBLIC: Who = { caller: 'public', isFound: ({ singularName }) => singularName !== 'memo' }

/** The types that the token may find: fewer than the public. */
const TOKEN: Who = { caller: 'read-only', isFound: isFoundByToken }

/** Comments lead to drafts and to memos. */
function fill(database: Sqlite.Database): void {
  withCreators(database)
  linkToDrafts(database)
  database.exec(`update comments set target_type = 'api::memo.memo', target_id = 1 + id % 10 where id % 3 = 0`)
  limitTokens(database, ['find', 'findOne', 'aggregate'])
}

function reduce(database: Sqlite.Database, { isFound }: Who): void {
  database.exec('delete from up_users')
  removeHidden(database, project, isFound)
}

async function openBoth(kind: DatabaseKind, who: Who): Promise<void> {
  const folder = guardedProject()
  project = await loadProject(folder, {}, {})
  const file = copyDatabase(fill)
  whole = await open({ project: folder, database: await placedOn(kind, file) })
  reduced = await open({
    project: folder,
    database: await placedOn(
      kind,
      copyDatabase((database) => reduce(database, who), file),
    ),
  })
}

/** These request drafts, or compare an entry with its draft. */
const OF_DRAFTS = /^(?:status|publicationFilter)=/

function pathOf({ kind, singularName, pluralName }: ContentType, isGrouped: boolean): string {
  if (kind === 'singleType') return `/api/${singularName}`
  return `/api/${pluralName}${isGrouped ? '/actions/aggregate' : ''}`
}

function someUrl(pick: Choices, { isFound }: Who): string {
  const type = pick.of(rootsOf(project.schema).filter(isFound))
  const isGrouped = type.kind === 'collectionType' && pick.oncePer(4)
  const query = (isGrouped ? someGroups : someQuery)({ schema: project.schema, pick, extensions }, type)
  const parts = query.split('&').filter((part) => !OF_DRAFTS.test(part))
  return `${pathOf(type, isGrouped)}?${parts.join('&')}`
}

const ALL = DATABASES.flatMap((kind) => [PUBLIC, TOKEN].map((who) => ({ kind, who, caller: who.caller })))

describe.each(ALL)('what $caller may not see, on $kind', ({ kind, who }) => {
  beforeAll(() => openBoth(kind, who))
  afterAll(async () => {
    await whole?.close()
    await reduced?.close()
    await removeCopies()
  })

  it(`has no influence on any response (seed ${SEED})`, async () => {
    let shown = 0
    const property = fc.asyncProperty(
      choices.map((pick) => someUrl(pick, who)),
      async (url) => {
        const [answer, expected] = await Promise.all([ask(whole, url, who.caller), ask(reduced, url, who.caller)])
        expect(answer, url).toBe(expected)
        if (answer.startsWith('200 ')) shown += 1
      },
    )
    await fc.assert(property, { seed: SEED, numRuns: RUNS[kind] })
    console.log(`${shown} of ${RUNS[kind]} requests were answered`)
    expect(shown).toBeGreaterThan(RUNS[kind] / 4)
  })

  it('affects responses to callers who may see it', async () => {
    const urls = ['/api/articles?status=draft', '/api/memos', '/api/comments?populate=about']
    for (const url of urls)
      expect(await ask(whole, url, 'full-access')).not.toBe(await ask(reduced, url, 'full-access'))
  })
})
