/**
 * The explorer's page, as it was built. The files there are, are known before anybody asks for one: no path of a
 * request ever becomes a path on disk.
 */

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'

export interface PageFiles {
  /** `path`: what follows `/_explorer`. */
  serve(request: HttpRequest, path: string): Promise<HttpResponse>
}

/** The same place whether this file runs as it was written or as it was compiled. */
const BUILT = fileURLToPath(new URL('../../dist/explorer/page', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Nothing from elsewhere, nothing inline, in nobody's frame. */
const GUARDS = {
  'content-security-policy':
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
} as const

export function createPageFiles(folder: string = BUILT): PageFiles {
  let files: Promise<ReadonlyMap<string, HttpResponse>> | null = null
  return {
    serve: async ({ headers }, path) => {
      files ??= readFiles(folder)
      const found = (await files).get(path === '' || path === '/' ? '/index.html' : path)
      if (found === undefined) throw new ApiError('ROUTE_UNKNOWN')
      const isKnown = headers['if-none-match'] === found.headers.etag
      return isKnown ? { status: 304, headers: found.headers, body: '' } : found
    },
  }
}

async function readFiles(folder: string): Promise<ReadonlyMap<string, HttpResponse>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = found.filter((entry) => entry.isFile() && extname(entry.name) in TYPES)
  const answers = files.map(async ({ parentPath, name }) => {
    const file = join(parentPath, name)
    return [file.slice(folder.length).split(sep).join('/'), answerOf(file, await readFile(file, 'utf8'))] as const
  })
  return new Map(await Promise.all(answers))
}

/** Names of assets hold a digest of their content: what one leads to never changes. */
function answerOf(path: string, body: string): HttpResponse {
  const isAsset = path.includes(`${sep}assets${sep}`)
  return {
    status: 200,
    headers: {
      ...GUARDS,
      'content-type': TYPES[extname(path)] ?? '',
      'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
      // Weak: the same file can be compressed or not.
      etag: `W/"${createHash('sha256').update(body).digest('base64url')}"`,
      vary: 'Accept-Encoding',
    },
    body,
  }
}
