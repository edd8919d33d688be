/**
 * Bodies in chunks of a few bytes. Each chunk costs as much time as hundreds of bytes, and one read of a connection has room
 * for ten thousand of them: beyond a thousand, no more are parsed, and the connection is closed after the response.
 */

import { bodyFormat } from '../request/content-type.ts'
import type { Exchange } from './connections.ts'
import { stopParsing } from './parsing.ts'
import { toRequest } from './read-request.ts'

const MANY_CHUNKS = 1_000

/** Bytes that chunks must have on average, where there are many. */
const LEAST_CHUNK = 16

export function areSmallChunks(chunks: number, bytes: number): boolean {
  return chunks > MANY_CHUNKS && bytes < chunks * LEAST_CHUNK
}

/** Uploads are read a part at a time. */
export function limitSmallChunks({ message, response }: Exchange): void {
  if (message.headers['transfer-encoding'] === undefined) return
  if (bodyFormat(toRequest(message, undefined)) === 'multipart') return
  const push = message.push.bind(message)
  let [chunks, bytes] = [0, 0]
  let isOver = false
  message.push = (chunk: Buffer | null) => {
    // The parser stops at the end of the read, and not before.
    if (isOver) return false
    chunks += 1
    bytes += chunk?.length ?? 0
    isOver = chunk !== null && areSmallChunks(chunks, bytes)
    if (isOver) {
      stopParsing(message.socket)
      if (!response.headersSent) response.setHeader('Connection', 'close')
    }
    return push(chunk)
  }
}
