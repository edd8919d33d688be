/**
 * Writes documents inside one transaction: their rows, components and links.
 *
 * documents/   what a request does with a document; how its rows are written, copied, locked and deleted
 * links/       relations and files
 * components/  which components a row has
 * unique/      unique values, and slugs that are free
 *
 * Words used in this folder:
 *
 * document     an entry as clients know it, by its documentId: one row for each locale and status
 * version      one of these rows: the draft or the published one of a locale
 * root         the version that is being written; the components below it are nested
 * link         a row of a table between two, from the near row to the far row; files are linked too
 * pointer      a relation that is a column of a row, instead of a link
 * hop          how a row leads to related ones, by links or by a pointer (tables/)
 * place        a row that says which component is at which attribute of which row
 * trail        the attributes that lead from an entry down to a nested component
 * pairing      which version of a related document is linked when a version is copied
 * unversioned  without Draft & Publish; such rows link to both versions of a document
 */

import type { Row } from '../execute/database.ts'
import type { Attribute, ContentType, Model, Schema } from '../schema/schema.ts'
import type { Dialect } from '../sql/dialect.ts'
import type { Sql } from '../sql/sql.ts'
import type { Tables } from '../tables/tables.ts'
import type { WebhookEvent } from '../vocabulary/webhook-events.ts'

/** Shared by all parts of a write: one transaction, the schema, the clock. */
export interface Store {
  /**
   * Runs a statement inside the transaction. Statements run in the order of the calls; those that do not need each other's rows
   * need not wait for each other, and then take one round trip to the database together.
   */
  readonly run: (statement: Sql) => Promise<readonly Row[]>
  readonly schema: Schema
  readonly tables: Tables
  readonly dialect: Pick<Dialect, 'stored' | 'locks' | 'jsonObject' | 'shown' | 'inSet'>
  /** One time for everything a request writes, in epoch milliseconds. */
  readonly now: number
  readonly newDocumentId: () => string
  /** Null where the project has none. */
  readonly defaultLocale: string | null
  /** Whether published entries must have their required relations and files. */
  readonly strictRelations: boolean
  /** Called for each event that webhooks may be about, before a row is deleted and after it was written. */
  readonly announce: Announce
}

export type Announce = (event: WebhookEvent, row: AnnouncedRow) => Promise<void>

/** The row that was written, or will be deleted. */
export interface AnnouncedRow {
  readonly type: ContentType
  readonly id: number
  /** Events with the same value are delivered in order: the documentId, or the id of a file. */
  readonly document: string
  /** Types without Draft & Publish have one version, which counts as published. */
  readonly status: 'draft' | 'published'
}

/** For writes without webhook events. */
export const announceNothing: Announce = async () => undefined

/** A row of a content type or of a component. */
export interface RowRef {
  readonly model: Model
  readonly id: number
}

/** One attribute of one row. */
export interface RowAttribute<A extends Attribute> extends RowRef {
  readonly store: Store
  readonly attribute: A
}
