import type { Report } from '../schema-file.ts'

/** Facts beyond the schema that checks need, so that each mistake is reported once. */
export interface Known {
  /** File of each model by UID; null for built-in types. */
  readonly files: ReadonlyMap<string, string | null>
  /** Names of all attributes a file declares, those that could not be understood included. */
  readonly declared: ReadonlyMap<string, ReadonlySet<string>>
  /** UIDs whose file could not be read, which is reported elsewhere. */
  readonly unreadable: ReadonlySet<string>
}

export type ReportOn = (uid: string) => Report
