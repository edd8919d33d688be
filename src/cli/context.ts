/** What a command needs from its environment, so that tests can replace it. */

import type { Comparison } from '../compare/comparison.ts'
import type { Notice } from '../config/notice.ts'
import type { Locales } from '../locales/locales.ts'
import type { ShareFigures } from '../metrics/metrics.ts'
import type { OpenOptions } from '../open/lectern.ts'
import type { Foreseen } from '../open/migration/foresee-start.ts'
import type { MigrateProgress } from '../open/migration/migrate-project.ts'
import type { Overview } from '../open/overview.ts'
import type { Advice, AdviseOptions } from '../operate/advise-project.ts'
import type { Backup, BackupOptions } from '../operate/backup-project.ts'
import type { CompareOptions } from '../operate/compare-project.ts'
import type { Declared } from '../operate/declare-project.ts'
import type { Exported, ExportOptions } from '../operate/export-project.ts'
import type { Imported, ImportOptions } from '../operate/import-project.ts'
import type { Agent } from '../operate/open-agent.ts'
import type { FailureCounts } from '../people/failure-counts.ts'
import type { People } from '../people/people.ts'
import type { ManagedWebhooks } from '../webhooks/managed-webhooks.ts'

export type { OpenOptions }

export interface MigrateOptions extends OpenOptions {
  readonly dryRun?: boolean
  readonly allowDataLoss?: boolean
  readonly adopt?: boolean
  readonly recount?: boolean
  readonly onProgress?: (progress: MigrateProgress) => void
}

export interface ServeOptions extends OpenOptions {
  /** Number of serving processes; by default one for each core. */
  readonly workers?: number
}

/** Several processes that serve together. */
export interface Cluster {
  readonly address: string
  /** Resolves when all of them listen; the first one already does. */
  readonly complete: Promise<unknown>
  close(): Promise<void>
}

/** A worker's connection to the primary that started it. */
export interface WorkerSide {
  isListening(address: string): void
  /** Resolves when the primary tells it to stop, or has ended. */
  readonly stopped: Promise<void>
  readonly abandoned: Promise<void>
  readonly shareFigures: ShareFigures
  readonly failedLogins: FailureCounts
}

/** Watches the files that a server reads at startup. */
export interface Watcher {
  /** Resolves with a file that has changed since the last call, as soon as no more changes follow. */
  next(): Promise<string>
  close(): void
}

/** What was, or would be, done to a database. */
export interface Migration {
  readonly database: string
  readonly ownership: 'empty' | 'lectern' | 'strapi' | 'foreign'
  /** `altersContent`: whether existing data is changed or deleted. */
  readonly changes: readonly { readonly text: string; readonly altersContent: boolean }[]
  /** The changes as lines of SQL. */
  readonly script: readonly string[]
  /** The parts of the project that the database cannot store, and why. */
  readonly leftOut: readonly Notice[]
}

/** The part of an open project that commands use. */
export interface Project {
  readonly settings: { readonly rest: { readonly explorer: boolean; readonly docs: boolean } }
  readonly summary: { readonly contentTypes: number; readonly components: number; readonly database: string }
  /** Parts of the project that are not served, and why. */
  readonly leftOut: readonly Notice[]
  /** Notices for the operator. */
  readonly notices: readonly string[]
  overview(): Overview
  /** Call this before `listen`, so that the first request takes no longer than others. */
  warmUp(): Promise<void>
  listen(): Promise<string>
  /** Paths that may be read without a token; null if the database cannot be reached. */
  examples(): Promise<readonly string[] | null>
  close(): Promise<void>
}

export interface Context {
  readonly env: NodeJS.ProcessEnv
  readonly version: string
  /** The folder of this program's package. */
  readonly packageFolder: string
  /** Whether standard error is a terminal. */
  readonly watched: boolean
  /** Whether each stream supports colours. */
  readonly colour: { readonly out: boolean; readonly err: boolean }
  out(line: string): void
  err(line: string): void
  /** Writes to standard error as it is, without a line break. */
  draw(text: string): void
  /** `loaded`: from `foreseeStart`, so that the code in the project's files runs only once. */
  openProject(options: OpenOptions, loaded?: Foreseen['loaded']): Promise<Project>
  migrate(options: MigrateOptions): Promise<Migration>
  /** What `lectern serve` would do to a database that Lectern created, as sentences; throws what it would refuse. */
  foreseeStart(options: OpenOptions): Promise<Foreseen>
  /** Wrong row counts in the database, as sentences. */
  findMiscounts(
    options: OpenOptions,
    loaded?: Foreseen['loaded'],
    onProgress?: (tables: number, total: number) => void,
  ): Promise<readonly string[]>
  /** `mayChange`: whether a database that Strapi created may be changed, too. */
  openPeople(options: OpenOptions, mayChange: boolean): Promise<People>
  openLocales(options: OpenOptions): Promise<Locales>
  openWebhooks(options: OpenOptions): Promise<ManagedWebhooks>
  advise(options: AdviseOptions): Promise<Advice>
  compare(options: CompareOptions): Promise<Comparison>
  importArchive(options: ImportOptions): Promise<Imported>
  exportArchive(options: ExportOptions): Promise<Exported>
  backup(options: BackupOptions): Promise<Backup>
  declare(options: OpenOptions): Promise<Declared>
  /** Creates the database of a new project, with some entries. */
  fillStarter(folder: string): Promise<void>
  /** The OpenAPI description of the whole API. */
  describeApi(options: OpenOptions): Promise<object>
  /** The tools for agents, with the permissions of a token; null for those of the public. */
  openAgent(options: OpenOptions, token: string | null): Promise<Agent>
  /** Asks for a secret without echoing it; null without a terminal. */
  askSecret(question: string): Promise<string | null>
  /** The beginning of standard input, long enough for a password. */
  readInput(): Promise<string>
  /** The lines of standard input, until it ends. */
  inputLines(): AsyncIterable<string>
  readonly cores: number
  /** Null if this process is not a worker. */
  readonly worker: WorkerSide | null
  /** Null if they could not start; they have printed the reason. */
  startWorkers(count: number): Promise<Cluster | null>
  watchProject(folder: string): Watcher
  /** Resolves when the next signal to stop arrives. */
  nextSignal(): Promise<void>
  /** Makes this process a server: neither a closed output nor a signal of log rotation ends it. */
  staysUp(): void
  /** Kills this process if exiting would wait for a thread. */
  killIfHeldUp(): void
}
