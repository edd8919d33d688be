import { openDatabases } from './database/open-databases.ts'
import { openCheck } from './open-check/open-check.ts'
import { helpText } from './option-list.ts'
import { type BenchOptions, readOptions } from './options.ts'
import { installStrapi } from './peers/strapi/install.ts'
import { writeCharts } from './report/chart.ts'
import { describeMachine, isBusy } from './report/machine.ts'
import { optionsForFile, sectionOf, writeSection } from './report/results-file.ts'
import { describeVersions } from './report/versions.ts'
import { type MeasuringMode, runs } from './runs/runs.ts'
import { fuzz, fuzzText } from './trial/fuzz.ts'
import { writeCheck } from './write-check/write-check.ts'

const say = (line: string): void => console.log(line)

const measureAndReport = async (mode: MeasuringMode, options: BenchOptions): Promise<void> => {
  const run = runs[mode]
  run.check(options)
  if (options.strapi) await installStrapi(say)
  const databases = await openDatabases(options.database, say)
  try {
    if (isBusy()) say('This machine is busy with something else: expect wide spreads.')
    const conditions = { machine: describeMachine(), versions: describeVersions(databases, options.strapi) }
    const { text, figures } = await run.measure(databases, options)
    say(`\n${text}\n`)
    const section = { date: new Date().toISOString(), ...conditions, options: optionsForFile(options), ...figures }
    writeCharts(writeSection(options.out, sectionOf(options), section), options.out)
    say(`Written to ${options.out}`)
  } finally {
    await databases.remove()
  }
}

const check = async ({ mode, database, only, seed }: BenchOptions): Promise<void> => {
  await installStrapi(say)
  const databases = await openDatabases(database, say)
  const checked = () => (mode === 'open-check' ? openCheck(databases, only, say) : writeCheck(databases, seed, say))
  try {
    if (!(await checked())) process.exitCode = 1
  } finally {
    await databases.remove()
  }
}

const fuzzBoth = async ({ fuzz: requests, minutes, seed }: BenchOptions): Promise<void> => {
  const sqlite = await openDatabases('sqlite', say)
  const postgres = await openDatabases('postgres', say)
  try {
    const result = await fuzz({ sqlite, postgres }, { requests, minutes, seed })
    say(`\n${fuzzText(result)}`)
    if (result.findings.length > 0) process.exitCode = 1
  } finally {
    await postgres.remove()
    await sqlite.remove()
  }
}

const run = async (options: BenchOptions): Promise<void> => {
  if (options.mode === 'help') say(helpText())
  else if (options.mode === 'open-check' || options.mode === 'write-check') await check(options)
  else if (options.mode === 'fuzz') await fuzzBoth(options)
  else await measureAndReport(options.mode, options)
}

// Each server of a run adds an exit listener.
process.setMaxListeners(0)

// On signals: exit() runs the listeners that stop the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

try {
  await run(readOptions(process.argv.slice(2)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
