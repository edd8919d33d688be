/** An unpacked export: its parts are files in a folder. */

import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Archive, OnRead, Part } from './archive.ts'

/** The order of the parts in Strapi's archives. */
const ORDER = ['schemas', 'entities', 'assets', 'links', 'configuration']

export function folderArchive(folder: string): Archive {
  const paths = partPaths(folder)
  return {
    name: folder,
    size: paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0),
    parts: (onRead = () => {}) => partsOf(folder, paths, onRead),
  }
}

function partPaths(folder: string): readonly string[] {
  const rank = (path: string) => {
    const index = ORDER.indexOf(path.split('/', 1)[0] ?? '')
    return index === -1 ? ORDER.length : index
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

async function* partsOf(folder: string, paths: readonly string[], onRead: OnRead): AsyncGenerator<Part> {
  for (const path of paths) yield { path, content: contentOf(join(folder, path), onRead) }
}

async function* contentOf(file: string, onRead: OnRead): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(file)) {
    const bytes = chunk as Uint8Array
    onRead(bytes.length)
    yield bytes
  }
}
