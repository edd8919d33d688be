export type DatabaseKind = 'sqlite' | 'postgres'

/** Creates the databases of a run, and deletes them at its end. */
export type BenchDatabases = {
  readonly kind: DatabaseKind
  /** The version of the database itself, for the report. */
  readonly version: string
  /** A new copy of the content at this scale, for one server only: a file, or a URL. */
  copy(scale: number, name: string): Promise<string>
  /** An empty database. */
  create(name: string): Promise<string>
  /** Copies a database that is not open. */
  duplicate(database: string, name: string): Promise<string>
  execute(database: string, statements: readonly string[]): Promise<void>
  indexNames(database: string): Promise<ReadonlySet<string>>
  tableNames(database: string): Promise<readonly string[]>
  countRows(database: string, table: string): Promise<number>
  remove(): Promise<void>
}

export type Both = { readonly sqlite: BenchDatabases; readonly postgres: BenchDatabases }

export type Log = (line: string) => void
