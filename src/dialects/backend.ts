/**
 * Everything that differs between databases, apart from their SQL (`sql/dialect.ts`). Each kind of database is one
 * object of this type, in its own folder. Only `backends.ts` lists them; no other code knows which ones exist.
 */

import type { Problem } from '../config/problem.ts'
import type { DatabaseSettings, DatabaseTarget } from '../config/settings.ts'
import type { Database, Run, WritableDatabase } from '../execute/database.ts'
import type { ReplicaNews, ReplicatedDatabase } from '../execute/replicated-database.ts'
import type { Trial, Wanted } from '../execute/trial.ts'
import type { Ddl, Script } from '../sql/ddl.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { Sql } from '../sql/sql.ts'
import type { FoundTarget, TargetSources } from './found-target.ts'

/** `connection.client` in `config/database`, as Strapi spells it. */
export type ClientName = 'postgres' | 'sqlite'

export interface Backend {
  readonly naming: Naming
  /** Where Strapi's behaviour depends on the database. */
  readonly strapi: StrapiHabits

  /** `readers`: how many child processes read, in addition to this process. Ignored by servers. */
  open(settings: DatabaseSettings, readers?: number): Promise<OpenDatabase>
  /** Null if the database has no replicas. */
  readonly replicas: Replicas | null
  /** `apart`: writes run in a thread of their own. Ignored by servers, where nothing blocks this process. */
  openForWriting(settings: DatabaseSettings, apart?: boolean): Promise<WritableDatabase>
  /** Opens temporary copies of tables to try indexes on. */
  openTrial(settings: DatabaseSettings, wanted: Wanted): Promise<Trial>
  /** Runs several reads in one snapshot. */
  snapshot<T>(settings: DatabaseSettings, work: (run: Run) => Promise<T>): Promise<T>

  /**
   * A placeholder for a database that does not exist yet, which reads as an empty one. Null if it exists or Lectern
   * must not create it.
   */
  missing(settings: DatabaseSettings): MissingDatabase | null
  /** Null if the whole database cannot be replaced behind an open connection, as a file can. */
  identity(settings: DatabaseSettings): Identity | null
  /** Copies the database to a file while it is in use; null if only an export is possible. */
  readonly backup: Backup | null

  /** Whether columns refuse too long texts and too large numbers. */
  readonly limitsValues: boolean
  readonly ddl: Ddl
  script(settings: DatabaseSettings): Script
  /** Statements to run after a bulk insert of rows with explicit ids. */
  settle(table: string): readonly Sql[]
  /** Whether a statement failed because the server is down or the disk is full, and not because of its values. */
  isOutage(error: unknown): boolean
}

export interface OpenDatabase {
  readonly database: Database
  readonly dialect: Dialect
  /** Names the open database in messages. */
  readonly description: string
}

export type MissingDatabase = Omit<OpenDatabase, 'database'>

/** How the command line and the configuration name a database. */
export interface Naming {
  /** What to pass on the command line, for messages: `a file name`. */
  readonly example: string
  /** Other names that people write for the client, such as that of a driver. */
  readonly otherNames: readonly string[]
  /** A target for the text of `--database` or DATABASE_URL; null if the text names another kind of database. */
  fromText(text: string, currentFolder: string): DatabaseTarget | null
  /** A target for `connection.connection` in `config/database`; undefined options mean that nothing is configured. */
  fromConfig(options: unknown, sources: TargetSources): FoundTarget
  /** For each option without a value: what is used instead. */
  withoutValues(options: Readonly<Record<string, unknown>>): Readonly<Record<string, string>>
}

interface Replicas {
  /** The problems of the URLs. Messages must not show the URLs, which contain passwords. */
  problems(urls: readonly string[]): readonly Problem[]
  open(settings: DatabaseSettings, options: ReplicaOptions): Promise<OpenDatabase & ReplicatedDatabase>
}

export interface ReplicaOptions {
  /** Whether to wait for an unreachable replica instead of failing. */
  readonly patient: boolean
  readonly report: (news: ReplicaNews) => void
}

/** A text that changes when the whole database is replaced, such as a restored file; null while there is none. */
export type Identity = () => Promise<string | null>

type Backup = (
  settings: DatabaseSettings,
  copy: string,
  onProgress: (done: number, total: number) => void,
) => Promise<void>

/** Behaviour of Strapi that depends on the database. */
export interface StrapiHabits {
  /** `$contains` and similar operators ignore the case of ASCII letters, and the `i` operators that of no others. */
  readonly foldsAsciiOnly: boolean
  readonly roundsBigIntegers: boolean
  readonly comparesJsonAsText: boolean
  readonly trimsTimes: boolean
  /** Text operators fail on attributes that are not texts. */
  readonly failsOnOtherTypes: boolean
  /** A transaction that has read fails at its first write if another program has committed in between. */
  readonly failsBesideWriters: boolean
}
