/** Serves the files of a page, which may load nothing from other sites and cannot be framed. */

import { ApiError } from '../errors/api-error.ts'
import { hasVersion } from '../request/conditions.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { isAsRead, type PageFile, type PageFiles, readPageFiles } from './page-files.ts'

/** `path`: what follows the page's own in the URL, undecoded: empty, or from a slash on. */
export type ServePage = (request: HttpRequest, path: string) => Promise<HttpResponse>

const INDEX = 'index.html'

/** The folder is read on the first request, and when its files were replaced under the running server. */
export function createPage(folder: string): ServePage {
  let files: Promise<PageFiles> | null = null
  return async (request, path) => {
    files ??= readPageFiles(folder)
    if (path === '') return toFolder(request)
    const name = path === '/' ? INDEX : nameIn(path)
    if (!(await isCurrent(await files, name))) files = readPageFiles(folder)
    const file = (await files).get(name)
    if (file === undefined) throw new ApiError('ROUTE_UNKNOWN')
    return answerFile(request, file)
  }
}

/** A file that is not known may be that of a new page. */
async function isCurrent(files: PageFiles, name: string): Promise<boolean> {
  const file = files.get(name) ?? files.get(INDEX)
  return file !== undefined && (await isAsRead(file))
}

/** Pages refer to their files by relative URLs, so that they work behind any proxy: this needs the trailing slash. */
function toFolder({ url }: HttpRequest): HttpResponse {
  const [path = ''] = url.split('?')
  return { status: 308, headers: { location: `${path.slice(path.lastIndexOf('/') + 1)}/` }, body: '' }
}

function nameIn(path: string): string {
  try {
    return decodeURIComponent(path.slice(1))
  } catch {
    return ''
  }
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function answerFile({ headers }: HttpRequest, { path, size, etag, contentType, isHashed }: PageFile): HttpResponse {
  const sent = {
    'Content-Type': contentType,
    'Content-Security-Policy': POLICY,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
  }
  if (hasVersion(headers, etag)) return { status: 304, headers: sent, body: '' }
  return { status: 200, headers: sent, body: '', file: { path, start: 0, length: size } }
}
