import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchDatabases } from '../database/bench-databases.ts'
import { ask, type Said } from '../open-check/ask.ts'
import { checkedProjects, type Place } from '../open-check/projects.ts'
import { lectern, startLecternIn } from '../peers/lectern.ts'
import type { Server } from '../peers/start-server.ts'
import { strapiProject } from '../peers/strapi/project.ts'
import { startStrapi } from '../peers/strapi/start.ts'
import { whileRunning } from '../peers/while-running.ts'
import { createCompare } from './compare-write.ts'
import { formsWith } from './forms.ts'
import { knownRow } from './known.ts'
import { createRandom } from './random.ts'
import { schemasOf, type WrittenType } from './schemas.ts'
import { dataFor, type Material } from './values.ts'

type Write = { readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'; readonly path: string; readonly data?: object }
type Both = { readonly lectern: Server; readonly strapi: Server; readonly key: string; readonly folder: string }

const randomWrites = 300

const documentIdIn = ({ text }: Said): string | undefined =>
  (JSON.parse(text === '' ? '{}' : text) as { readonly data?: { readonly documentId?: string } }).data?.documentId

/** Sends writes to both servers, and counts the results. */
const createSender = ({ lectern: ours, strapi: theirs, key, folder }: Both) => {
  const compare = createCompare(folder)
  const [toStrapi, toLectern] = [new Map<string, string>(), new Map<string, string>()]
  const counts = { requests: 0, done: 0, equal: 0, known: new Map<string, number>() }
  const unknown: string[] = []
  const forStrapi = (text: string): string =>
    text.replace(/[a-z][a-z0-9]{23}/g, (identifier) => toStrapi.get(identifier) ?? identifier)
  const note = (name: string, { method, path, data }: Write, difference: string, answers: readonly [Said, Said]) => {
    const body = JSON.stringify(data ?? null)
    const row = knownRow({ body, lectern: answers[0], strapi: answers[1] })
    if (row === undefined) unknown.push(`${name}: ${method} ${path} ${body.slice(0, 600)}: ${difference}`)
    else counts.known.set(row, (counts.known.get(row) ?? 0) + 1)
  }
  /** The document as Lectern shows it; undefined when the two differ, since later steps would differ too. */
  const send = async (name: string, write: Write): Promise<string | undefined> => {
    const { method, path, data } = write
    const body = data === undefined ? {} : { body: { data } }
    const translated = data === undefined ? {} : { body: JSON.parse(forStrapi(JSON.stringify({ data }))) as object }
    const first = await ask(ours, path, { method, key, ...body })
    const second = await ask(theirs, forStrapi(path), { method, key, ...translated })
    const [made, twin] = [documentIdIn(first), documentIdIn(second)]
    if (made !== undefined && twin !== undefined) {
      toStrapi.set(made, twin)
      toLectern.set(twin, made)
    }
    counts.requests += 1
    if (first.status < 300) counts.done += 1
    const difference = compare(first, second, toLectern)
    if (difference === undefined) counts.equal += 1
    else note(name, write, difference, [first, second])
    return difference === undefined ? made : undefined
  }
  return { send, counts, unknown }
}

type Sender = ReturnType<typeof createSender>

const listed = async (
  server: Server,
  key: string,
  path: string,
): Promise<readonly { id: number; documentId: string }[]> => {
  const { text } = await ask(server, `${path}?pagination[pageSize]=40&sort=id&status=draft`, { key })
  const body = JSON.parse(text) as { readonly data?: readonly { id: number; documentId: string }[] }
  return body.data ?? (body as unknown as readonly { id: number; documentId: string }[])
}

const sendForms = async ({ lectern: ours, key }: Both, { send }: Sender): Promise<void> => {
  const pick = async (path: string): Promise<readonly string[]> =>
    (await listed(ours, key, path)).map(({ documentId }) => documentId)
  const [a = '', b = '', c = ''] = await pick('/api/categories')
  const [x = '', y = ''] = await pick('/api/authors')
  const [file = { id: 0, documentId: '' }] = await listed(ours, key, '/api/upload/files')
  for (const { name, query = '', data } of formsWith({ categories: [a, b, c], authors: [x, y], file })) {
    const article = { title: name, author: x, categories: [c, b] }
    const made = await send(name, { method: 'POST', path: '/api/articles', data: article })
    if (made === undefined) continue
    const path = `/api/articles/${made}${query}${query === '' ? '?' : '&'}populate=*`
    await send(name, { method: 'PUT', path, data })
    for (const status of ['draft', 'published']) {
      await send(`${name}, ${status} afterwards`, {
        method: 'GET',
        path: `/api/articles/${made}?populate=*&status=${status}`,
      })
    }
  }
}

type Pool = Map<string, string[]>

const sendRandom = async (both: Both, { send }: Sender, seed: number): Promise<void> => {
  const random = createRandom(seed)
  const schemas = schemasOf(both.folder)
  const documents: Pool = new Map()
  for (const { uid, path } of schemas.types)
    documents.set(
      uid,
      (await listed(both.lectern, both.key, path)).map(({ documentId }) => documentId),
    )
  const files = (await listed(both.lectern, both.key, '/api/upload/files')).slice(0, 20)
  // Fits into an integer column for any seed.
  let last = (seed % 10_000) * 100_000
  const material: Material = { documents, files, fresh: () => (last += 1) }
  // Only what this run has made is changed: it is the same on both sides.
  const own: Pool = new Map(schemas.types.map(({ uid }) => [uid, []]))
  const populate = ({ attributes }: WrittenType): string =>
    Object.entries(attributes)
      .filter(
        ([, attribute]) => attribute.private !== true && /relation|media|component|dynamiczone/.test(attribute.type),
      )
      .map(([name], index) => `&populate[${index}]=${name}`)
      .join('')
  for (let count = 0; count < randomWrites; count += 1) {
    const type = random.pick(schemas.types)
    const made = own.get(type.uid) ?? []
    const query = `?status=${type.hasDrafts && random.chance(0.5) ? 'draft' : 'published'}${populate(type)}`
    const isNew = made.length === 0 || random.chance(0.4)
    if (isNew) {
      const data = dataFor(type.attributes, true, schemas, material, random)
      const document = await send(`random write ${count}`, { method: 'POST', path: type.path + query, data })
      if (document !== undefined) made.push(document)
      continue
    }
    const document = random.pick(made)
    const path = `${type.path}/${document}`
    const isDeleted = random.chance(0.1)
    const write: Write = isDeleted
      ? { method: 'DELETE', path }
      : { method: 'PUT', path: path + query, data: dataFor(type.attributes, false, schemas, material, random) }
    const kept = await send(`random write ${count}`, write)
    if (isDeleted || kept === undefined) made.splice(made.indexOf(document), 1)
  }
}

const most = 20

const report = ({ counts, unknown }: Sender, say: (line: string) => void): void => {
  say(`  ${counts.requests} requests, ${counts.done} of them done, the others refused; ${counts.equal} answered alike`)
  for (const [row, times] of counts.known) say(`  ${times} times, as docs/compatibility.md has it: ${row}`)
  say(`  ${unknown.length} differences that are not known`)
  for (const line of unknown.slice(0, most)) say(`     ${line}`)
  if (unknown.length > most) say(`     and ${unknown.length - most} more`)
}

/** The same writes to Lectern and to Strapi, on copies of one database. Gives whether no difference is unknown. */
export const writeCheck = async (
  databases: BenchDatabases,
  seed: number,
  say: (line: string) => void,
): Promise<boolean> => {
  const project = checkedProjects.find(({ name }) => name === 'magazine')
  if (project === undefined) throw new Error('The project "magazine" is missing.')
  const parent = mkdtempSync(join(tmpdir(), 'lectern-write-check-'))
  try {
    const folder = join(parent, project.name)
    const place: Place = { folder, database: await databases.create('writes-lectern') }
    project.make(place)
    const key = lectern(
      'token',
      'create',
      'all',
      '--type',
      'full-access',
      '--project',
      folder,
      '--database',
      place.database,
    )
    const copy = await databases.duplicate(place.database, 'writes-strapi')
    const inStrapi = strapiProject(folder, 'write-check')
    return await whileRunning(async (keep) => {
      const ours = await keep(startLecternIn(place))
      const theirs = await keep(startStrapi('Strapi', inStrapi, copy))
      const both = { lectern: ours, strapi: theirs, key: key.trim(), folder }
      const sender = createSender(both)
      say(`${project.name}, ${databases.kind}, seed ${seed}`)
      await sendForms(both, sender)
      await sendRandom(both, sender, seed)
      report(sender, say)
      return sender.unknown.length === 0
    })
  } finally {
    rmSync(parent, { recursive: true, force: true })
  }
}
