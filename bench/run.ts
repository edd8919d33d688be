import { existsSync, writeFileSync } from 'node:fs'
import { checkAnswer } from './check-answers.ts'
import { type Server, startServer } from './children.ts'
import { handWrittenFor } from './hand-written/hand-written.ts'
import { describeMachine, isBusy, type Machine } from './machine.ts'
import { type Measurement, measure, warmUp } from './measure.ts'
import { type BenchOptions, readOptions } from './options.ts'
import { startScaledPostgres } from './postgres-database.ts'
import { fixtureDatabase, fromRoot } from './project-root.ts'
import { type BenchQuery, queriesFor } from './queries.ts'
import { type QueryResult, ratioOf, summarize, tableOf } from './report.ts'
import { makeScaledDatabase } from './scaled-database.ts'
import { servedProject } from './served-project.ts'

const lecternProgram = fromRoot('dist', 'cli', 'main.js')
const resultsFile = ({ database, warm }: BenchOptions): string =>
  fromRoot('bench', `results${database === 'sqlite' ? '' : `-${database}`}${warm ? '-warm' : ''}.json`)

type Servers = { readonly lectern: Server; readonly handWritten: Server }

const chosenQueries = (options: BenchOptions): readonly BenchQuery[] => {
  const queries = queriesFor(options.scale)
  const unknown = options.only.find((name) => !queries.some((query) => query.name === name))
  if (unknown !== undefined)
    throw new Error(`There is no query "${unknown}"; --only takes: ${queries.map((query) => query.name).join(', ')}.`)
  return options.only.length === 0 ? queries : queries.filter((query) => options.only.includes(query.name))
}

const makeDatabase = (scale: number): string => {
  const out = fromRoot('bench', 'data', `magazine-${scale}.sqlite`)
  const made = makeScaledDatabase({ source: fixtureDatabase, out, scale, log: (line) => console.log(line) })
  console.log(made ? `Made ${out}` : `Reusing ${out}`)
  return out
}

/** A file, or the URL of a server that is then among those running. */
const databaseFor = async (options: BenchOptions, running: Pick<Server, 'stop'>[]): Promise<string> => {
  if (options.database === 'sqlite') return makeDatabase(options.scale)
  const server = await startScaledPostgres(options.scale, (line) => console.log(line))
  running.push(server)
  return server.url
}

const startLectern = (database: string, options: BenchOptions): Promise<Server> => {
  if (!existsSync(lecternProgram)) throw new Error(`${lecternProgram} is missing: run "npm run build" first.`)
  const args = ['serve', '--project', servedProject(options.warm), '--database', database, '--profile', 'strapi']
  return startServer('Lectern', lecternProgram, [...args, ...options.lecternArguments])
}

const startHandWritten = (database: string, options: BenchOptions): Promise<Server> =>
  startServer('hand-written', fromRoot('bench', 'dist', 'bench', 'hand-written', 'server.js'), [
    ...['--database', database],
    ...['--scale', String(options.scale)],
  ])

/** Rounds alternate between the two servers, so that a slow spell of the machine meets both. */
const measureQuery = async (query: BenchQuery, servers: Servers, options: BenchOptions): Promise<QueryResult> => {
  const peer = handWrittenFor(options.database, options.scale).some((written) => written.query === query.name)
  const sides = [servers.lectern, ...(peer ? [servers.handWritten] : [])]
  const answer = await checkAnswer(query, servers.lectern, peer ? servers.handWritten : undefined)
  const rounds = new Map<Server, Measurement[]>(sides.map((side) => [side, []]))
  for (const side of sides) await warmUp(side.origin + query.path, options.connections)
  for (let round = 0; round < options.rounds; round += 1)
    for (const side of round % 2 === 0 ? sides : sides.toReversed())
      rounds.get(side)?.push(await measure(side.origin + query.path, options.connections, options.seconds))
  const result = { lectern: rounds.get(servers.lectern) ?? [], handWritten: rounds.get(servers.handWritten) ?? [] }
  return { name: query.name, path: query.path, answer, ...result }
}

const writeResults = (results: readonly QueryResult[], machine: Machine, options: BenchOptions): void => {
  const queries = results.map((result) => ({
    ...{ name: result.name, path: result.path, answer: result.answer },
    lectern: summarize(result.lectern),
    ...(result.handWritten.length > 0 && { handWritten: summarize(result.handWritten), ratio: ratioOf(result) }),
  }))
  // Lists as text: one line each, however the file is formatted.
  const lists = { only: options.only.join(' ') || 'all', lecternArguments: options.lecternArguments.join(' ') }
  const conditions = { machine, options: { ...options, ...lists } }
  const report = { date: new Date().toISOString(), ...conditions, queries }
  writeFileSync(resultsFile(options), `${JSON.stringify(report, null, 2)}\n`)
}

const measureAll = async (servers: Servers, options: BenchOptions): Promise<readonly QueryResult[]> => {
  const results: QueryResult[] = []
  for (const query of chosenQueries(options)) {
    console.log(`measuring ${query.name}`)
    results.push(await measureQuery(query, servers, options))
  }
  return results
}

const run = async (options: BenchOptions): Promise<void> => {
  chosenQueries(options)
  const running: Pick<Server, 'stop'>[] = []
  try {
    const database = await databaseFor(options, running)
    if (isBusy()) console.log('This machine is busy with something else: expect wide spreads.')
    const machine = describeMachine()
    const lectern = await startLectern(database, options)
    running.push(lectern)
    const handWritten = await startHandWritten(database, options)
    running.push(handWritten)
    const results = await measureAll({ lectern, handWritten }, options)
    console.log(`\n${tableOf(results)}\n`)
    writeResults(results, machine, options)
    console.log(`Written to ${resultsFile(options)}`)
  } finally {
    for (const server of running.toReversed()) await server.stop()
  }
}

// Ended from outside: leaving through exit() ends the servers too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

try {
  await run(readOptions(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
