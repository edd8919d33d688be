/**
 * Everything that differs between databases, apart from their SQL (`sql/dialect.ts`). Each kind of database is one
 * object of this type, in a folder of its own; `backends.ts` lists them, and nothing else knows which there are.
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
  /** How Strapi behaves on this database. */
  readonly strapi: StrapiHabits

  /** `readers`: how many more processes may read, where this one reads by itself. */
  open(settings: DatabaseSettings, readers?: number): Promise<OpenDatabase>
  /** Null where a database has no replicas. */
  readonly replicas: Replicas | null
  /** `apart`: in a thread of its own, where this process writes by itself. */
  openForWriting(settings: DatabaseSettings, apart?: boolean): Promise<WritableDatabase>
  /** Copies to try indexes on. */
  openTrial(settings: DatabaseSettings, wanted: Wanted): Promise<Trial>
  /** Many reads in one snapshot. */
  snapshot<T>(settings: DatabaseSettings, work: (run: Run) => Promise<T>): Promise<T>

  /**
   * A stand-in for a database that does not exist yet, read as an empty one; null where it exists, or Lectern must not create it.
   */
  missing(settings: DatabaseSettings): MissingDatabase | null
  /** Null where a database cannot be replaced as a whole behind an open connection. */
  identity(settings: DatabaseSettings): Identity | null
  /** Copies the database to a file while it is in use; null where only its content can be exported. */
  readonly backup: Backup | null

  /** Whether columns refuse texts and numbers beyond the size of their type. */
  readonly limitsValues: boolean
  readonly ddl: Ddl
  script(settings: DatabaseSettings): Script
  /** To be run after a bulk insert of rows with explicit ids. */
  settle(table: string): readonly Sql[]
  /** Whether a statement failed because the server is gone or the disk is full, and not because of its values. */
  isOutage(error: unknown): boolean
}

export interface OpenDatabase {
  readonly database: Database
  readonly dialect: Dialect
  /** What is open, for messages. */
  readonly description: string
}

export type MissingDatabase = Omit<OpenDatabase, 'database'>

/** How the command line and the configuration name a database. */
export interface Naming {
  /** What to write on the command line: `a file name`. */
  readonly example: string
  /** What people write for the name of the client, such as that of a driver. */
  readonly otherNames: readonly string[]
  /** By `--database` or DATABASE_URL; null when the text names no database of this kind. */
  fromText(text: string, currentFolder: string): DatabaseTarget | null
  /** By `connection.connection` of `config/database`; undefined where nothing is configured. */
  fromConfig(options: unknown, sources: TargetSources): FoundTarget
  /** What is used instead, by the name of the option that has no value. */
  withoutValues(options: Readonly<Record<string, unknown>>): Readonly<Record<string, string>>
}

interface Replicas {
  /** What is wrong with the URLs, without showing them: they hold passwords. */
  problems(urls: readonly string[]): readonly Problem[]
  open(settings: DatabaseSettings, options: ReplicaOptions): Promise<OpenDatabase & ReplicatedDatabase>
}

export interface ReplicaOptions {
  /** Whether to wait for an unreachable replica instead of failing. */
  readonly patient: boolean
  readonly report: (news: ReplicaNews) => void
}

/** Identifies the database: the text changes when the whole database is replaced; null while there is none. */
export type Identity = () => Promise<string | null>

type Backup = (
  settings: DatabaseSettings,
  copy: string,
  onProgress: (done: number, total: number) => void,
) => Promise<void>

/** Where what Strapi does depends on the database. */
export interface StrapiHabits {
  /** `$contains` and its like ignore ASCII case, and the `i` operators know ASCII alone. */
  readonly foldsAsciiOnly: boolean
  readonly roundsBigIntegers: boolean
  readonly comparesJsonAsText: boolean
  readonly trimsTimes: boolean
  /** Text operators on anything but texts. */
  readonly failsOnOtherTypes: boolean
  /** A transaction that has read fails with its first write, when another program has committed something in between. */
  readonly failsBesideWriters: boolean
}
