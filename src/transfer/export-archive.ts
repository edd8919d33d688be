/** A database as an archive: parts in the order in which Strapi writes them. */

import type { PartWriter } from '../archive/part-writer.ts'
import type { SchemaFile } from '../schema/schema-file.ts'
import { exportAssets } from './export-assets.ts'
import { exportConfiguration } from './export-configuration.ts'
import type { ExportCounts, ExportStage } from './export-counts.ts'
import { exportEntities } from './export-entities.ts'
import { exportLinks } from './export-links.ts'
import { exportSchemas } from './export-schemas.ts'
import type { Source } from './source.ts'

export interface Export {
  readonly source: Source
  /** The files of the project: an archive holds them as they are. */
  readonly schemaFiles: readonly SchemaFile[]
  /** The folder of uploaded files. */
  readonly uploads: string
  readonly parts: PartWriter
  /** Called after each of them. */
  onDone(stage: ExportStage): void
}

export async function exportArchive({ source, schemaFiles, uploads, parts, onDone }: Export): Promise<ExportCounts> {
  const entries = new Map<string, number>()
  const count = (uid: string) => {
    entries.set(uid, (entries.get(uid) ?? 0) + 1)
    onDone('entries')
  }
  await parts.lines('schemas', eachOf(exportSchemas(schemaFiles, source.schema)))
  await parts.lines('entities', exportEntities(source, count))
  const { written: files, missing: missingFiles } = await exportAssets(source, uploads, parts, () => onDone('files'))
  const links = await parts.lines(
    'links',
    exportLinks(source, () => onDone('links')),
  )
  const settings = await parts.lines('configuration', exportConfiguration(source))
  return { entries, links, files, missingFiles, settings }
}

async function* eachOf<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list
}
