/** The files of a project, as long as it is open. */

import type { UploadSettings } from '../config/settings.ts'
import { createInTurn, type InTurn } from './in-turn.ts'

export interface Uploads {
  /** Where they are kept. Absolute; it may not exist before the first one. */
  readonly folder: string
  /** Bytes of one file. */
  readonly sizeLimit: number
  /** Longest edge of each version of an image, by format. */
  readonly breakpoints: ReadonlyMap<string, number>
  /** Images are worked on one after another: each may take hundreds of megabytes. */
  readonly inTurn: InTurn
}

export function createUploads(folder: string, { sizeLimit, breakpoints }: UploadSettings): Uploads {
  return { folder, sizeLimit, breakpoints, inTurn: createInTurn() }
}
