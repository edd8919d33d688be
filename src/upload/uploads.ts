/** The files of a project, as long as it is open. */

import type { UploadSettings } from '../config/settings.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { createIncoming, type WithIncoming } from './incoming.ts'
import { createUploadSlots, type UploadSlots } from './upload-slots.ts'

export interface Uploads extends UploadSettings {
  /** The absolute path of their folder; it may not exist before the first upload. */
  readonly folder: string
  /** Images are worked on one after another, since each may take hundreds of megabytes; callers take turns. */
  readonly imageQueue: FairQueue
  readonly withIncoming: WithIncoming
  readonly slots: UploadSlots
}

export function createUploads(folder: string, settings: UploadSettings): Uploads {
  return {
    ...settings,
    folder,
    imageQueue: createFairQueue(),
    withIncoming: createIncoming(folder),
    slots: createUploadSlots(),
  }
}
