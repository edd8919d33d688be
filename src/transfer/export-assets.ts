/** Uploaded files, each after a note of what it is. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { PartWriter } from '../archive/part-writer.ts'
import { isFileName } from '../archive/read-records.ts'
import { isRecord } from '../config/project-config.ts'
import { ID } from '../plan/columns.ts'
import { FILE_UID, modelOf } from '../schema/schema.ts'
import { tableOf } from '../tables/tables.ts'
import { membersOf } from './export-entities.ts'
import { rowsOf, type Source } from './source.ts'

export interface ExportedFiles {
  readonly written: number
  /** Files that are not in the project's folder: lost, or stored by another provider. */
  readonly missing: number
}

type Json = Readonly<Record<string, unknown>>

export async function exportAssets(
  source: Source,
  uploads: string,
  parts: PartWriter,
  onFile: () => void,
): Promise<ExportedFiles> {
  const counts = { written: 0, missing: 0 }
  if (!source.schema.contentTypes.has(FILE_UID)) return counts
  const members = [
    { key: 'id', value: { kind: 'column', column: ID } } as const,
    ...membersOf(modelOf(source.schema, FILE_UID), source, []),
  ]
  for await (const line of rowsOf(source, tableOf(source.tables, FILE_UID).table, { members })) {
    for (const metadata of filesOf(JSON.parse(line) as Json)) {
      counts[(await exportFile(metadata, uploads, parts)) ? 'written' : 'missing'] += 1
      onFile()
    }
  }
  return counts
}

/** The file itself, and what was made of it. */
function filesOf(row: Json): readonly Json[] {
  const formats = isRecord(row.formats) ? Object.entries(row.formats) : []
  const smaller = formats.flatMap(([type, format]) =>
    isRecord(format) ? [{ ...format, type, id: row.id, mainHash: row.hash }] : [],
  )
  return [row, ...smaller]
}

async function exportFile(metadata: Json, uploads: string, parts: PartWriter): Promise<boolean> {
  const name = `${String(metadata.hash ?? '')}${String(metadata.ext ?? '')}`
  const file = join(uploads, name)
  if (!isFileName(name) || !existsSync(file)) return false
  await parts.text(`assets/metadata/${name}.json`, JSON.stringify(metadata))
  await parts.file(`assets/uploads/${name}`, file)
  return true
}
