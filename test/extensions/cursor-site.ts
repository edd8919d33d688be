/** A project for pages by cursor: few different values of every kind, with nulls and ties. */

import { openProject } from '../../src/index.ts'
import { type Asker, askerOf, type Entry } from '../support/ask.ts'
import { type DatabaseKind, type Prepared, prepareSite, askerOf as writerOf } from '../writes/site.ts'

const SPEC = {
  types: {
    note: {
      draftAndPublish: true,
      attributes: {
        text: { type: 'string' },
        body: { type: 'text' },
        views: { type: 'integer' },
        big: { type: 'biginteger' },
        price: { type: 'decimal' },
        ratio: { type: 'float' },
        done: { type: 'boolean' },
        day: { type: 'date' },
        hour: { type: 'time' },
        moment: { type: 'datetime' },
        data: { type: 'json' },
        secret: { type: 'string', private: true },
        author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'notes' },
        readers: { type: 'relation', relation: 'manyToMany', target: 'api::author.author' },
      },
    },
    author: {
      attributes: {
        name: { type: 'string' },
        notes: { type: 'relation', relation: 'oneToMany', target: 'api::note.note', mappedBy: 'author' },
      },
    },
    setting: { single: true, attributes: { text: { type: 'string' } } },
  },
  config: { api: { rest: { maxLimit: 100 } } },
} as const

const VALUES = {
  text: [null, 'a', 'A', 'b', 'ä', "it's", 'a"\\\n%_', '😀', '', 'Ω'],
  body: [null, 'x', 'y'.repeat(400)],
  views: [null, 0, 1, -1, 2_147_483_647],
  big: [null, '9007199254740993', '9007199254740992', '-9223372036854775808', '9223372036854775807', '0'],
  price: [null, 0.1, 12.3, -0.01],
  ratio: [null, 0.1, 0.30000000000000004, 1e300, -1.5e-9],
  done: [null, true, false],
  day: [null, '2024-02-29', '1999-12-31', '2024-03-01'],
  hour: [null, '00:00:00.000', '23:59:59.999', '12:30:00.120'],
  moment: [null, '2024-01-02T03:04:05.678Z', '2024-01-02T03:04:05.679Z', '1969-12-31T23:59:59.999Z'],
  data: [null, { a: 1 }, [1, 'x"\\'], 'text', 12.5, true],
} as const

/** Keys to sort by. */
export const SORTED = [...Object.keys(VALUES), 'createdAt', 'id', 'documentId', 'author.name', 'author.notes.views']

/** Orders of the extensions `sorting` and `quantifiers`. */
export const ORDERS = [
  'text:asc.ci',
  'text:desc.ci.nullslast,views:asc.nullslast',
  'views:asc.nullslast',
  'views:desc.nullslast',
  'ratio:asc.nullsfirst',
  'ratio:desc.nullsfirst',
  'author.name:asc.ci.nullsfirst',
  'readers.$count:desc,text',
  '$random:seed',
]

export const NOTES = 29
const AUTHORS = ['Ada', 'Ada', 'Grace']

export interface CursorSite extends Asker, Pick<Prepared, 'folder' | 'database' | 'sql'> {
  readonly writes: ReturnType<typeof writerOf>
  close(): Promise<void>
}

export async function openCursorSite(kind: DatabaseKind): Promise<CursorSite> {
  const { folder, database, sql, remove } = await prepareSite(kind, SPEC)
  // These have an index; for other keys, lists are sorted.
  for (const column of ['text', 'views', 'moment', 'created_at']) {
    await sql(`create index notes_by_${column} on notes (${column})`)
  }
  const lectern = await openProject({
    project: folder,
    database,
    env: {},
    extensions: ['cursors', 'quantifiers', 'sorting'],
  })
  const writes = writerOf((path, init) => lectern.fetch(path, init))
  await fill(writes)
  // Several rows in one millisecond.
  const spread = "timestamp '2024-01-02 03:04:05.678' + (id % 7) * interval '1 microsecond'"
  await sql(`update notes set created_at = ${kind === 'SQLite' ? '1704164645678 + id % 3' : spread}`)
  const close = async () => {
    await lectern.close()
    await remove()
  }
  return { ...askerOf(lectern), folder, database, sql, writes, close }
}

async function fill({ create }: ReturnType<typeof writerOf>): Promise<void> {
  const authors: Entry[] = []
  for (const name of AUTHORS) authors.push(await create('/api/authors', { name }))
  for (let note = 0; note < NOTES; note += 1) {
    const data = Object.entries(VALUES).map(([name, values], at) => [
      name,
      values[(note * (at + 3) + (note >> 2)) % values.length],
    ])
    const author = authors[note % (AUTHORS.length + 1)]?.documentId ?? null
    const readers = authors.slice(0, note % 3).map(({ documentId }) => documentId)
    await create('/api/notes', { ...Object.fromEntries(data), author, readers })
  }
}

export type Side = 'after' | 'before'

export interface Walked {
  readonly ids: readonly unknown[]
  readonly next: string | null
  readonly previous: string | null
}

export async function pageAt(ask: Asker, query: string, side: Side, cursor: string | null): Promise<Walked> {
  const { data, meta } = await ask.body(`/api/notes?${query}&pagination[start][${side}]=${cursor ?? ''}`)
  const { next, previous } = meta.pagination as Pick<Walked, 'next' | 'previous'>
  return { ids: data.map(({ id }) => id), next, previous }
}

/** Every page from one end of the list to the other. */
export async function* walk(ask: Asker, query: string, side: Side): AsyncGenerator<Walked> {
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Walked = await pageAt(ask, query, side, cursor)
    yield page
    cursor = side === 'after' ? page.next : page.previous
  }
}

export async function allOf<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}
