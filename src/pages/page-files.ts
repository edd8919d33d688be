/**
 * Files of pages that come with Lectern. A folder is listed once, and only the files found then can be requested: the path
 * of a request is never used as a path on disk.
 */

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export interface PageFile {
  readonly path: string
  readonly size: number
  readonly etag: string
  readonly contentType: string
  /** Whether its name changes with its content. */
  readonly isHashed: boolean
}

/** By the path of its URL below that of the page: `index.html`, `assets/main-1a2b3c4d.js`. */
export type PageFiles = ReadonlyMap<string, PageFile>

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}

/** Empty if the folder does not exist. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = paths.map(async (path): Promise<[string, PageFile]> => {
    const name = relative(folder, path).split(sep).join('/')
    return [name, await describe(path, name)]
  })
  return new Map(await Promise.all(files))
}

async function describe(path: string, name: string): Promise<PageFile> {
  const content = await readFile(path)
  return {
    path,
    size: content.length,
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
    contentType: TYPES[extname(name)] ?? TYPES['.txt'] ?? 'text/plain',
    isHashed: name.startsWith('assets/'),
  }
}
