import type { ContentType } from '../../schema/schema.ts'

/** A document in one locale. */
export interface DocumentRef {
  readonly type: ContentType
  readonly documentId: string
  /** Null for types without locales. */
  readonly locale: string | null
}
