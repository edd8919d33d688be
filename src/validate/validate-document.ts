/** The data of a POST or PUT → what is to be written, or everything that is wrong with it. */

import type { VisibleSchema } from '../access/visible-schema.ts'
import type { ContentType } from '../schema/schema.ts'
import { collectErrors } from './collect-errors.ts'
import type { RowInput } from './document-input.ts'
import { ROOT } from './field-error.ts'
import { hashPasswords } from './hash-passwords.ts'
import { createMatchesPattern } from './matches-pattern.ts'
import { readRow } from './read-row.ts'

export interface DocumentRequest {
  /** The object under `data`. */
  readonly body: Readonly<Record<string, unknown>>
  readonly type: ContentType
  readonly view: VisibleSchema
  readonly mode: 'create' | 'update'
  /** Saved as a draft, which may be unfinished. Types without drafts have none. */
  readonly draft: boolean
  /** Whether required relations and files are demanded, as other values are. */
  readonly strictRelations?: boolean
}

/**
 * Throws KEY_INVALID for the first name that cannot be written, else DATA_INVALID with all values that are wrong.
 * Uniqueness and the existence of related entries are checked when it is stored.
 */
export async function validateDocument(request: DocumentRequest): Promise<RowInput> {
  const { body, type, view, mode, draft, strictRelations = false } = request
  const { report, refuse } = collectErrors()
  const row = readRow(type, body, ROOT, {
    view,
    creating: mode === 'create',
    draft: draft && type.draftAndPublish,
    publishing: !draft && type.draftAndPublish,
    strictRelations,
    report,
    matchesPattern: createMatchesPattern(),
  })
  refuse()
  return hashPasswords(row)
}
