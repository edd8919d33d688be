/** The progress of an export, and the counts of what it wrote. */

export type ExportStage = 'entries' | 'files' | 'links'

export interface ExportCounts {
  /** By type. */
  readonly entries: ReadonlyMap<string, number>
  readonly links: number
  readonly files: number
  readonly missingFiles: number
  readonly settings: number
}
