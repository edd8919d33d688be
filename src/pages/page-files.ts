/**
 * Files of pages that come with Lectern. A folder is listed once, and again when an update has replaced its files. Only the
 * files found then can be requested: the path of a request is never used as a path on disk.
 */

import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export interface PageFile {
  readonly path: string
  readonly size: number
  /** When it was written, in milliseconds since 1970: unlike the time of its content, no installer sets it. */
  readonly changed: number
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

/** Empty if the folder does not exist. Files that an update removes at the same time are left out. */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = paths.map(async (path): Promise<readonly (readonly [string, PageFile])[]> => {
    const name = relative(folder, path).split(sep).join('/')
    return describe(path, name).then(
      (file) => [[name, file]],
      () => [],
    )
  })
  return new Map((await Promise.all(files)).flat())
}

/** Whether it is still the file that was read: another one has another length and another ETag. */
export async function isAsRead({ path, size, changed }: PageFile): Promise<boolean> {
  const now = await stat(path).catch(() => null)
  return now !== null && now.size === size && now.ctimeMs === changed
}

async function describe(path: string, name: string): Promise<PageFile> {
  const { ctimeMs } = await stat(path)
  const content = await readFile(path)
  return {
    path,
    size: content.length,
    changed: ctimeMs,
    etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
    contentType: TYPES[extname(name)] ?? TYPES['.txt'] ?? 'text/plain',
    isHashed: name.startsWith('assets/'),
  }
}
