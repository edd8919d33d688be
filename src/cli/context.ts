/** What a command needs of the world, so that a test can be the world. */

import type { Exported, ExportOptions } from '../export-project.ts'
import type { Imported, ImportOptions } from '../import-project.ts'
import type { OpenOptions } from '../lectern.ts'
import type { People } from '../people/people.ts'

export type { OpenOptions }

export interface MigrateOptions extends OpenOptions {
  readonly dryRun?: boolean
  readonly allowDataLoss?: boolean
  readonly adopt?: boolean
}

/** What was done to a database, or would be. */
export interface Migration {
  readonly database: string
  readonly ownership: 'empty' | 'lectern' | 'strapi' | 'foreign'
  readonly changes: readonly { readonly text: string; readonly statements: readonly Statement[] }[]
}

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** The part of an open project that the command line uses. */
export interface Project {
  readonly summary: { readonly contentTypes: number; readonly components: number; readonly database: string }
  /** What was done at start that somebody should know of. */
  readonly notices: readonly string[]
  listen(): Promise<string>
  /** Paths. */
  examples(): Promise<readonly string[]>
  close(): Promise<void>
}

export interface Context {
  readonly env: NodeJS.ProcessEnv
  readonly version: string
  /** Whether somebody watches standard error. */
  readonly watched: boolean
  /** Whether each stream shows colours. */
  readonly colour: { readonly out: boolean; readonly err: boolean }
  out(line: string): void
  err(line: string): void
  /** Writes to standard error as it is, without ending the line. */
  draw(text: string): void
  openProject(options: OpenOptions): Promise<Project>
  migrate(options: MigrateOptions): Promise<Migration>
  /** `mayChange`: whether a database that Strapi made may be changed too. */
  openPeople(options: OpenOptions, mayChange: boolean): Promise<People>
  importArchive(options: ImportOptions): Promise<Imported>
  exportArchive(options: ExportOptions): Promise<Exported>
  /** What somebody types without its being shown; null where there is nobody to ask. */
  askSecret(question: string): Promise<string | null>
  /** Resolves at the next request to stop. */
  nextSignal(): Promise<void>
}
