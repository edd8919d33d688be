/** The locales of a project, as the command line changes them. Each change is one transaction. */

export interface Locales {
  /** For people: which database. */
  readonly database: string
  /** Sentences on what was done to open the database. */
  readonly notices: readonly string[]
  list(): Promise<readonly Locale[]>
  /** `name`: null for the one that the code has in English. */
  add(code: string, name: string | null): Promise<Locale>
  makeDefault(code: string): Promise<Locale>
  /** Deletes entries in the locale too, if that is allowed. */
  remove(code: string, allowDataLoss: boolean, onProgress?: OnDeleted): Promise<RemovedLocale>
  close(): Promise<void>
}

/** Rows: of drafts and published versions. */
export type OnDeleted = (done: number, total: number) => void

export interface Locale {
  readonly code: string
  readonly name: string
  readonly isDefault: boolean
  /** Entries that there are in it, a draft and its published version counting once. */
  readonly entries: number
}

export interface RemovedLocale {
  readonly code: string
  readonly name: string
  readonly deleted: readonly LocaleContent[]
}

export interface LocaleContent {
  /** UID. */
  readonly type: string
  readonly entries: number
}
