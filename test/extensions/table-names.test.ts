/** Tables with the names of aliases in statements. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { copyToPostgres } from '../support/copy-to-postgres.ts'
import { DATABASES, type DatabaseKind } from '../support/databases.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'
import { runScript } from '../support/postgres.ts'

interface Opened {
  readonly lectern: Lectern
  close(): Promise<void>
}

const schema = (name: string, table: string, attributes: object) => ({
  kind: 'collectionType',
  collectionName: table,
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  options: { draftAndPublish: false },
  attributes,
})

const fileOf = (name: string) => `src/api/${name}/content-types/${name}/schema.json`

const relation = (kind: string, name: string, more: object) => ({
  type: 'relation',
  relation: kind,
  target: `api::${name}.${name}`,
  ...more,
})

const makeNotes = (notes: string, topics: string): Promise<MadeProject> =>
  makeProject({
    types: {},
    permissions: ['note.note.find', 'note.note.aggregate', 'topic.topic.find'].map((action) => `api::${action}`),
    config: { api: { rest: { extensions: true } } },
    files: {
      [fileOf('note')]: schema('note', notes, {
        text: { type: 'string' },
        stars: { type: 'integer' },
        topic: relation('manyToOne', 'topic', { inversedBy: 'notes' }),
      }),
      [fileOf('topic')]: schema('topic', topics, {
        name: { type: 'string' },
        notes: relation('oneToMany', 'note', { mappedBy: 'topic' }),
      }),
    },
    rows: {
      [notes]: ['c', 'a', 'b', 'e', 'd'].map((text, at) => ({
        id: at + 1,
        document_id: text,
        text,
        stars: at,
        published_at: 1,
      })),
      [topics]: ['x', 'y'].map((name, at) => ({ id: at + 1, document_id: name, name, published_at: 1 })),
      [`${notes}_topic_lnk`]: [2, 2, 1, 1].map((topic_id, at) => ({
        id: at + 1,
        note_id: at + 1,
        topic_id,
        note_ord: at,
      })),
    },
  })

async function open(kind: DatabaseKind, notes: string, topics: string): Promise<Opened> {
  const made = await makeNotes(notes, topics)
  const copy = kind === 'SQLite' ? null : await copyToPostgres(made.database)
  // Read through a cast.
  if (copy !== null) await runScript(copy.url, `alter table "${notes}" alter column created_at type timestamptz`)
  const lectern = await made.open({ database: copy?.url ?? made.database })
  return {
    lectern,
    close: async () => {
      await made.remove()
      await copy?.drop()
    },
  }
}

const ALL = '/api/notes?populate=topic&sort=topic.notes.text:desc.nullslast'
const SOME = `${ALL}&filters[stars][$gt]=0`

const PATHS = [
  ALL,
  SOME,
  `${SOME}&pagination[withCount]=capped`,
  `${SOME}&pagination[withCount][by]=topic.notes.text&pagination[withCount][byOthers]=stars`,
  `${SOME}&pagination[start][after]=&pagination[limit]=2&fields=text`,
  '/api/topics?sort=notes.topic.name:desc&populate[notes][sort]=topic.notes.stars:desc',
  '/api/notes/actions/aggregate?by=topic.notes.text&sum=stars&filters[stars][$gt]=0',
  '/api/notes/actions/aggregate?by=stars',
]

const answersOf = ({ lectern }: Opened) =>
  Promise.all(
    PATHS.map(async (path) => {
      const response = await lectern.fetch(path)
      return { path, status: response.status, text: (await response.text()).replaceAll(/"(next|previous)":"\w+"/g, '') }
    }),
  )

describe.each(DATABASES)('on %s', (kind) => {
  let usual: Opened
  beforeAll(async () => {
    usual = await open(kind, 'notes', 'topics')
  })
  afterAll(() => usual?.close())

  it.each([
    ['w', 'b'],
    ['m', 'n'],
    ['g', 'r'],
    ['f', 'best'],
    ['B', 'W'],
  ])('reads tables with the names %s and %s', async (notes, topics) => {
    const expected = await answersOf(usual)
    expect(new Set(expected.map(({ status }) => status))).toEqual(new Set([200]))
    const named = await open(kind, notes, topics)
    try {
      expect(await answersOf(named)).toEqual(expected)
    } finally {
      await named.close()
    }
  })
})
