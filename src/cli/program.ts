/** Connects the command line to this process. */

import { Console } from 'node:console'
import { userInfo } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { packageVersion } from '../config/version.ts'
import { forTerminal } from '../http/for-terminal.ts'
import { createLogger, LOG_LEVELS } from '../http/logger.ts'
import { askSecret } from './ask-secret.ts'
import { auditImport, auditLocales, auditMigration } from './audit-content.ts'
import { auditPeople } from './audit-people.ts'
import { auditWebhooks } from './audit-webhooks.ts'
import { startWorkers, workerSide } from './cluster.ts'
import { type CommandAudit, createAudited } from './command-audit.ts'
import type { Context } from './context.ts'
import { processCount } from './process-count.ts'
import { readInput } from './read-input.ts'
import { reportFailure } from './report.ts'
import { run } from './run.ts'
import { IGNORED, STOPPING } from './stop.ts'
import { showsColour } from './style.ts'
import { watchProject } from './watch-project.ts'

const worker = workerSide()
const audited = createAudited(systemUser(), tellAudit)
const context: Context = {
  env: process.env,
  version: packageVersion(),
  packageFolder: fileURLToPath(new URL('../..', import.meta.url)),
  watched: process.stderr.isTTY === true,
  colour: { out: showsColour(process.stdout, process.env), err: showsColour(process.stderr, process.env) },
  out: (line) => process.stdout.write(`${shownOn(process.stdout, line)}\n`),
  err: (line) => process.stderr.write(`${shownOn(process.stderr, line)}\n`),
  draw: (text) => process.stderr.write(text),
  // Loaded when a command needs it, so that help does not wait for a database driver.
  openProject: async (...given) => (await import('../open/open-project.ts')).openLoaded(...given),
  migrate: async (options) => {
    const { migrateProject } = await import('../open/migration/migrate-project.ts')
    return auditMigration(migrateProject, audited)(options)
  },
  foreseeStart: async (options) => (await import('../open/migration/foresee-start.ts')).foreseeStart(options),
  findMiscounts: async (...given) => (await import('../open/migration/find-miscounts.ts')).findMiscounts(...given),
  openPeople: async (options, mayChange) => {
    const people = await (await import('../operate/open-people.ts')).openPeople(options, mayChange)
    return auditPeople(people, audited)
  },
  openLocales: async (options) => {
    const { openLocales } = await import('../operate/open-locales.ts')
    return auditLocales(await openLocales(options), audited)
  },
  openWebhooks: async (options) => {
    const { openWebhooks } = await import('../operate/open-webhooks.ts')
    return auditWebhooks(await openWebhooks(options), audited)
  },
  advise: async (options) => (await import('../operate/advise-project.ts')).adviseProject(options),
  compare: async (options) => (await import('../operate/compare-project.ts')).compareProject(options),
  importArchive: async (options) => {
    const { importProject } = await import('../operate/import-project.ts')
    return auditImport(importProject, audited)(options)
  },
  exportArchive: async (options) => (await import('../operate/export-project.ts')).exportProject(options),
  backup: async (options) => (await import('../operate/backup-project.ts')).backupProject(options),
  declare: async (options) => {
    const facts = await (await import('../operate/known-facts.ts')).knownFacts(options)
    return (await import('../operate/declare-project.ts')).declareProject({ ...options, ...facts })
  },
  fillStarter: async (folder) => (await import('../operate/fill-starter.ts')).fillStarter(folder),
  describeApi: async (options) => (await import('../operate/describe-project.ts')).describeProject(options),
  openAgent: async (options, token) => (await import('../operate/open-agent.ts')).openAgent(options, token),
  askSecret,
  readInput: () => readInput(process.stdin),
  inputLines: () => createInterface({ input: process.stdin }),
  cores: processCount(),
  worker,
  startWorkers: (count) => startWorkers(count, (line) => context.err(line)),
  watchProject,
  nextSignal: () => worker?.stopped ?? nextSignal(),
  staysUp,
  killIfHeldUp,
}

let isServer = false
let isOutputLost = false
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A server continues, since it only prints where it listens: `lectern serve | grep -m1 http`.
  if (error.code === 'EPIPE' && isServer) return
  // `lectern --help | head -1` closes the pipe before everything is written.
  if (error.code === 'EPIPE') process.exit(0)
  // Any other error, such as a full disk, is reported once.
  if (isOutputLost) return
  isOutputLost = true
  context.err(`Not everything could be written to standard output: ${error.message}`)
})
// A message that cannot be written is lost; a server continues without it.
process.stderr.on('error', () => undefined)
process.on('uncaughtException', (error) => {
  reportFailure(error, context)
  process.exit(1)
})
// `console` of config files prints to standard error: standard output has only the result, such as the JSON of --json.
globalThis.console = new Console(process.stderr)
const code = await run(process.argv.slice(2), context)
await Promise.all([written(process.stdout), written(process.stderr)])
process.exit(isOutputLost ? code || 1 : code)

/** Files get the text unchanged. */
function shownOn(stream: NodeJS.WriteStream, text: string): string {
  return stream.isTTY === true ? forTerminal(text) : text
}

/** In a container, the user may have a number but no name. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/** To standard error, like the server's log; as JSON unless that is a terminal. */
function tellAudit(event: CommandAudit): void {
  const { LOG_LEVEL = '' } = process.env
  const level = LOG_LEVELS.includes(LOG_LEVEL) ? LOG_LEVEL : 'info'
  const write = (text: string) => process.stderr.write(text)
  const { watched, colour } = context
  const logger = createLogger({ level, human: watched, colour: colour.err, write })
  logger.info({ audit: event }, `audit: ${event.action} by ${event.by.user}: ${event.outcome}`)
}

/** A pipe takes 64 kB at once. Waits until the rest is written, which would be lost otherwise. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()))
}

function staysUp(): void {
  isServer = true
  for (const signal of IGNORED) process.on(signal, () => undefined)
}

/**
 * `process.exit` waits for threads, and a thread does not end before its statement does. An open message port shows
 * that a thread is at work. Its transaction is rolled back, as after any other kill.
 */
function killIfHeldUp(): void {
  if (process.getActiveResourcesInfo().includes('MessagePort')) process.kill(process.pid, 'SIGKILL')
}

function nextSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of STOPPING) process.off(signal, stop)
      resolve()
    }
    for (const signal of STOPPING) process.on(signal, stop)
  })
}
