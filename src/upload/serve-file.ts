/** Serves an uploaded file. No upload can run as a page of our origin. */

import { type BigIntStats, constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { ApiError } from '../errors/api-error.ts'
import { isUnchanged, mayResume, type Validators } from '../request/conditions.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import { type ByteRange, byteRange } from './byte-range.ts'
import { servedTypeOf } from './media-types.ts'
import { resolvePath } from './resolve-path.ts'

/** Short, because a file can be replaced or deleted; revalidation costs no more than a 304. */
const CACHE_CONTROL = 'public, max-age=60'

/** Styles are what an SVG needs to be shown as an image. */
const NO_SCRIPTS = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

/** `path`: what follows `/uploads/` in the URL, undecoded. */
export async function serveFile(request: HttpRequest, path: string, folder: string): Promise<HttpResponse> {
  const file = await resolvePath(folder, path)
  const found = file === null ? null : await examine(file)
  if (file === null || found === null) throw new ApiError('ROUTE_UNKNOWN')
  const size = Number(found.size)
  const validators = validatorsOf(found)
  const headers = { ...headersOf(file), ETag: validators.etag, 'Last-Modified': validators.lastModified }
  if (isUnchanged(request.headers, validators)) return { status: 304, headers, body: '' }
  const range = wantedRange(request, size, validators)
  if (range.kind === 'unsatisfiable') throw unsatisfiable(size)
  if (range.kind === 'whole') return { status: 200, headers, body: '', file: { path: file, start: 0, length: size } }
  const { start, length } = range
  const part = { ...headers, 'Content-Range': `bytes ${start}-${start + length - 1}/${size}` }
  return { status: 206, headers: part, body: '', file: { path: file, start, length } }
}

/** Null for what is not a file, or cannot be read. */
async function examine(file: string): Promise<BigIntStats | null> {
  try {
    // Opening a device or a pipe must not block.
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const found = await handle.stat({ bigint: true }).finally(() => handle.close())
    return found.isFile() ? found : null
  } catch {
    return null
  }
}

function validatorsOf({ size, mtimeNs, mtime, ino }: BigIntStats): Validators & { readonly lastModified: string } {
  return {
    etag: `"${[size, mtimeNs, ino].map((number) => number.toString(36)).join('-')}"`,
    lastModified: mtime.toUTCString(),
  }
}

function headersOf(file: string): Readonly<Record<string, string>> {
  const { contentType, isShown } = servedTypeOf(extname(file))
  return {
    'Content-Type': contentType,
    'Cache-Control': CACHE_CONTROL,
    'Accept-Ranges': 'bytes',
    ...(isShown ? {} : { 'Content-Disposition': 'attachment', 'Content-Security-Policy': NO_SCRIPTS }),
  }
}

function wantedRange({ method, headers }: HttpRequest, size: number, validators: Validators): ByteRange {
  const counts = method === 'GET' && mayResume(headers, validators)
  return byteRange(counts ? headers.range : undefined, size)
}

function unsatisfiable(size: number): ApiError {
  return new ApiError('RANGE_UNSATISFIABLE', { headers: { 'Content-Range': `bytes */${size}` } })
}
