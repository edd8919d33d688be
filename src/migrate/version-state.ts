/** Whether a type has drafts and locales. */

import type { ContentType } from '../schema/schema.ts'

export interface VersionState {
  readonly draftAndPublish: boolean
  readonly localized: boolean
}

export function versionStateOf({ draftAndPublish, localized }: ContentType): VersionState {
  return { draftAndPublish, localized }
}
