import { FILE_UID } from '../schema/schema.ts'
import { type IndexDefinition, index, uniqueIndex } from './table-definition.ts'

const file = (column: string) => index(`upload_files_${column}_index`, column)
const folder = (column: string) => uniqueIndex(`upload_folders_${column}_index`, column)

/** Indexes that some built-in types have beside the usual ones. */
export const BUILT_IN_INDEXES: ReadonlyMap<string, readonly IndexDefinition[]> = new Map([
  [FILE_UID, ['folder_path', 'created_at', 'updated_at', 'name', 'size', 'ext'].map(file)],
  ['plugin::upload.folder', ['path_id', 'path'].map(folder)],
])
