/**
 * Whether files of components have changed. Strapi records its content types in the database, but no components: that an
 * attribute of one became private, or is repeatable now, can be seen in the files alone.
 */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { componentFiles } from './read-schema-files.ts'

/**
 * A stamp that changes with the files. A file that cannot be read counts as empty, since it may be replaced at this moment.
 */
export async function componentsStamp(folder: string): Promise<string> {
  const files = componentFiles(folder).map(({ file }) => file)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')))
  return createHash('sha256')
    .update(JSON.stringify(files.map((file, at) => [file, texts[at]])))
    .digest('base64')
}
