import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchDatabases } from '../database/bench-databases.ts'
import { componentAttributes } from '../load/component-attributes.ts'
import { startLecternIn } from '../peers/lectern.ts'
import type { Server } from '../peers/start-server.ts'
import { strapiProject } from '../peers/strapi/project.ts'
import { startStrapi } from '../peers/strapi/start.ts'
import { whileRunning } from '../peers/while-running.ts'
import { ask, change } from './ask.ts'
import { differences, type Record, recordReads } from './compare-reads.ts'
import { addContent, addPeople, type People } from './fill.ts'
import { inventoryOf, lossesBetween } from './inventory.ts'
import { type CheckedProject, checkedProjects, type Place } from './projects.ts'
import { questionsFor } from './questions.ts'
import { writeThrough } from './through-strapi.ts'

type Finding = { readonly step: string; readonly differences: readonly string[] }

const withServer = <Value>(starting: () => Promise<Server>, work: (server: Server) => Promise<Value>): Promise<Value> =>
  whileRunning(async (keep) => work(await keep(starting())))

const made = async (project: CheckedProject, place: Place): Promise<People> => {
  project.make(place)
  // The first start makes the tables and the secrets.
  await withServer(
    () => startLecternIn(place),
    async () => undefined,
  )
  const people = addPeople(place)
  await withServer(
    () => startLecternIn(place),
    (server) => addContent(server, project, people.full),
  )
  return people
}

type Opened = { readonly before: Record; readonly after: Record }

const openedByStrapi = (project: CheckedProject, place: Place, folder: string, people: People): Promise<Opened> =>
  withServer(
    () => startStrapi('Strapi', folder, place.database),
    async (strapi) => {
      const paths = questionsFor(place.folder)
      const before = await recordReads(strapi, paths, people)
      await writeThrough(strapi, project, people.full)
      return { before, after: await recordReads(strapi, paths, people) }
    },
  )

/** Reads by both of what Lectern wrote, then of what Strapi wrote into it, then Lectern writes again. */
const checkProject = async (
  project: CheckedProject,
  databases: BenchDatabases,
  folder: string,
): Promise<readonly Finding[]> => {
  const place = { folder, database: await databases.create(`${project.name}-lectern`) }
  const people = await made(project, place)
  const copy = { folder, database: await databases.duplicate(place.database, `${project.name}-strapi`) }
  const before = await inventoryOf(databases, copy.database)
  const inStrapi = strapiProject(folder, `open-${project.name}`)
  await withServer(
    () => startStrapi('Strapi', inStrapi, copy.database),
    async () => undefined,
  )
  const losses = lossesBetween(before, await inventoryOf(databases, copy.database))
  const components = componentAttributes(folder)
  const read = () => (server: Server) => recordReads(server, questionsFor(folder), people)
  const byLectern = await withServer(() => startLecternIn(place), read())
  const byStrapi = await openedByStrapi(project, copy, inStrapi, people)
  const afterwards = await withServer(() => startLecternIn(copy), read())
  return [
    { step: 'Strapi starts on it and changes nothing', differences: losses },
    {
      step: `both answer the same ${byLectern.size} questions`,
      differences: differences(byLectern, byStrapi.before, components),
    },
    { step: 'so they do after Strapi wrote', differences: differences(afterwards, byStrapi.after, components) },
    { step: 'Lectern writes again', differences: await withServer(() => startLecternIn(copy), writesAgain(people)) },
  ]
}

const writesAgain =
  ({ full }: People) =>
  async (server: Server): Promise<readonly string[]> => {
    const { text } = await ask(server, '/api/articles?filters[title][$contains]=by Strapi', { key: full })
    const { data } = JSON.parse(text) as { readonly data: readonly { readonly documentId: string }[] }
    if (data.length === 0) return ['what Strapi published is not there']
    for (const { documentId } of data) await change(server, `/api/articles/${documentId}`, full, { title: 'Once more' })
    return []
  }

const most = 20

const lines = ({ step, differences }: Finding): readonly string[] => [
  `  ${differences.length === 0 ? 'yes' : 'NO '}  ${step}`,
  ...differences.slice(0, most).map((difference) => `         ${difference}`),
  ...(differences.length > most ? [`         and ${differences.length - most} more`] : []),
]

const chosen = (only: readonly string[]): readonly CheckedProject[] => {
  const known = checkedProjects.map(({ name }) => name)
  const unknown = only.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`There is no project "${unknown}"; --only takes: ${known.join(', ')}.`)
  return only.length === 0 ? checkedProjects : checkedProjects.filter(({ name }) => only.includes(name))
}

/** Returns whether there were no findings. */
export const openCheck = async (
  databases: BenchDatabases,
  only: readonly string[],
  say: (line: string) => void,
): Promise<boolean> => {
  let well = true
  for (const project of chosen(only)) {
    say(`${project.name}, ${databases.kind}`)
    const parent = mkdtempSync(join(tmpdir(), 'lectern-open-check-'))
    try {
      const findings = await checkProject(project, databases, join(parent, project.name))
      for (const line of findings.flatMap(lines)) say(line)
      well &&= findings.every(({ differences }) => differences.length === 0)
    } finally {
      rmSync(parent, { recursive: true, force: true })
    }
  }
  return well
}
