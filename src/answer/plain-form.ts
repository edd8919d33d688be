/** Converts a multipart form without files to an `application/x-www-form-urlencoded` request. */

import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest } from '../request/http-request.ts'
import { receiveUpload } from '../upload/receive-upload.ts'

/** Small limits: callers that are not identified yet must not fill the memory, nor send for long. */
const TEXTS = { fileSize: 0, files: 0, textSize: 64 * 1024 }
const LONGEST_MS = 30_000

const FORM = 'application/x-www-form-urlencoded'

export async function asPlainForm(request: HttpRequest): Promise<HttpRequest> {
  const { stream, ...rest } = request
  if (stream === undefined) return request
  const body = await inTime(readTexts(request))
  return { ...rest, headers: { ...request.headers, 'content-type': FORM }, body }
}

async function readTexts(request: HttpRequest): Promise<string> {
  const { fields } = await receiveUpload(request, '', TEXTS)
  const pairs = [...fields].flatMap(([name, values]) => values.map((value): [string, string] => [name, value]))
  return new URLSearchParams(pairs).toString()
}

/** The server's own timeout is longer, because it is made for uploads. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('REQUEST_TIMEOUT', { headers: { Connection: 'close' } })), LONGEST_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
