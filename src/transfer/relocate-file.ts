/** The row of a file that another provider stored, once the file itself is in the folder. */

import { isRecord } from '../config/project-config.ts'
import { FILE_UID } from '../schema/schema.ts'
import { bind, sql } from '../sql/sql.ts'
import { assign, updateRow } from '../sql/write-rows.ts'
import { tableOf } from '../tables/tables.ts'
import type { Ids } from './ids.ts'
import type { RowWriter } from './row-writer.ts'
import type { Target } from './target.ts'

export interface Relocation {
  readonly target: Target
  readonly writer: RowWriter
  readonly ids: Ids
}

const LOCAL = 'local'

/** `metadata` is that of one file: the row in API form, or one of its formats, which the row brings along. */
export async function relocateFile(metadata: unknown, { target, writer, ids }: Relocation): Promise<void> {
  if (!isRecord(metadata) || metadata.mainHash !== undefined || metadata.provider === LOCAL) return
  const url = addressOf(metadata)
  if (url === null) return
  const { table } = tableOf(target.tables, FILE_UID)
  const formats = formatsOf(metadata.formats)
  const text = formats === null ? null : JSON.stringify(formats)
  const changes = assign({
    url: bind(url),
    provider: bind(LOCAL),
    provider_metadata: sql`null`,
    formats: target.dialect.stored(text, 'json'),
  })
  for (const id of ids.of(FILE_UID, Number(metadata.id))) {
    await writer.afterwards(updateRow(table, id, changes))
  }
}

function formatsOf(formats: unknown): Readonly<Record<string, unknown>> | null {
  if (!isRecord(formats)) return null
  const moved = Object.entries(formats).map(([size, format]) => {
    const url = isRecord(format) ? addressOf(format) : null
    return [size, isRecord(format) && url !== null ? { ...format, url } : format]
  })
  return Object.fromEntries(moved)
}

function addressOf({ hash, ext }: Readonly<Record<string, unknown>>): string | null {
  return typeof hash === 'string' ? `/uploads/${hash}${typeof ext === 'string' ? ext : ''}` : null
}
