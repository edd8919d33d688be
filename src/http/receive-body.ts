/** The body of a request as text, never more of it than the limit. */

import type { IncomingMessage } from 'node:http'
import { limitExceeded } from '../config/limit-exceeded.ts'
import { ApiError } from '../errors/api-error.ts'
import { bodyFormat } from '../request/content-type.ts'
import type { HttpRequest } from '../request/http-request.ts'

const WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH']

/** Other bodies, uploads among them, are not texts to be held in memory. */
export function carriesText(request: HttpRequest): boolean {
  return WITH_BODY.includes(request.method) && bodyFormat(request) !== null
}

export async function receiveBody(message: IncomingMessage, limit: number): Promise<string> {
  const encoding = message.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw malformed(`The body is encoded as ${encoding}; send it as it is`)
  if (Number(message.headers['content-length'] ?? 0) > limit) throw limitExceeded('bodySize', limit)
  return decode(await receive(message, limit))
}

function receive(message: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) {
        chunks.push(chunk)
        return
      }
      // What follows is drained unread, so that the client gets to see the answer.
      message.off('data', onData).resume()
      chunks.length = 0
      reject(limitExceeded('bodySize', limit))
    }
    message.on('data', onData)
    message.once('end', () => resolve(Buffer.concat(chunks)))
    message.once('error', (cause) => reject(malformed('The body ended early', cause)))
    message.once('close', () => reject(malformed('The body ended early')))
  })
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string {
  try {
    return UTF_8.decode(bytes)
  } catch (cause) {
    throw malformed('The body is not UTF-8', cause)
  }
}

function malformed(message: string, cause?: unknown): ApiError {
  return new ApiError('BODY_MALFORMED', { message, cause })
}
