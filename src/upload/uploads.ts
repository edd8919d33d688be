/** The files of a project, as long as it is open. */

import type { UploadSettings } from '../config/settings.ts'
import { createInTurn, type InTurn } from './in-turn.ts'

export interface Uploads extends UploadSettings {
  /** The absolute path of their folder; it may not exist before the first upload. */
  readonly folder: string
  /** Images are worked on one after another: each may take hundreds of megabytes. */
  readonly inTurn: InTurn
}

export function createUploads(folder: string, settings: UploadSettings): Uploads {
  return { ...settings, folder, inTurn: createInTurn() }
}
