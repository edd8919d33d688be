/** Draft & Publish or locales of a content type that the database has, and the schema file has not, or the other way round. */

import type { Problem } from '../config/problem.ts'
import type { VersionState } from '../migrate/version-state.ts'
import type { ContentType } from '../schema/schema.ts'

/** `known`: who knows about the database, and how; what was on or off follows. */
export function versionProblems(
  type: ContentType,
  before: VersionState,
  known: string,
  remedy: string,
): readonly Problem[] {
  const problemIf = (what: string, was: boolean, is: boolean): readonly Problem[] => {
    if (was === is) return []
    const message = `${known} ${word(was)} ${what}, and the schema file has it ${word(is)}: responses would be wrong. ${remedy}`
    return [{ file: null, path: type.uid, message }]
  }
  return [
    ...problemIf('Draft & Publish', before.draftAndPublish, type.draftAndPublish),
    ...problemIf('locales', before.localized, type.localized),
  ]
}

const word = (isOn: boolean) => (isOn ? 'with' : 'without')
