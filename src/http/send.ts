/** A response → the socket. */

import { type FileHandle, open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { ApiError } from '../errors/api-error.ts'
import type { FileSlice, HttpRequest, HttpResponse } from '../request/http-request.ts'

/** Before the response begins: a file can be deleted at any time. Null where no bytes of a file are to be sent. */
export async function openFile({ method }: HttpRequest, { file }: HttpResponse): Promise<FileHandle | null> {
  if (file === undefined || file.length === 0 || method === 'HEAD') return null
  try {
    return await open(file.path)
  } catch (cause) {
    throw new ApiError('ROUTE_UNKNOWN', { cause })
  }
}

function isBodiless({ status }: HttpResponse): boolean {
  return status === 204 || status === 304
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-8.6. Of a body that is made while it is sent, it is not known. */
export function hasNoLength(response: HttpResponse): boolean {
  return isBodiless(response) || response.stream !== undefined
}

export function bytesOf({ body, file }: HttpResponse, bytes: Buffer | null): number {
  return file?.length ?? bytes?.length ?? Buffer.byteLength(body)
}

export interface Outgoing {
  readonly response: HttpResponse
  readonly head: readonly string[]
  /** Null: the body of the response. */
  readonly bytes: Buffer | null
  readonly opened: FileHandle | null
}

/** Returns a function that tells how many bytes the client has not read yet. */
export function send(to: ServerResponse, { response, head, bytes, opened }: Outgoing): () => number {
  to.writeHead(response.status, head as string[])
  const { file, body } = response
  if (file !== undefined && opened !== null) return sendFile(to, file, opened)
  if (file === undefined && !isBodiless(response) && to.req.method !== 'HEAD') return sendBytes(to, bytes ?? body)
  to.end()
  return () => 0
}

/**
 * Streams the file. When the client leaves, or the file becomes shorter, the connection is closed: an error cannot be
 * sent any more.
 */
function sendFile(to: ServerResponse, { start, length }: FileSlice, opened: FileHandle): () => number {
  pipeline(opened.createReadStream({ start, end: start + length - 1 }), to, () => undefined)
  return () => 0
}

/** Characters or bytes of one write. */
const PIECE = 64 * 1024

/** In pieces: of a single write, node does not report how much the client has read. */
function sendBytes(to: ServerResponse, body: Buffer | string): () => number {
  const unsent = () => to.socket?.writableLength ?? 0
  if (body.length <= PIECE) {
    to.end(body)
    return unsent
  }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  let handed = 0
  const handOver = (): void => {
    while (handed < bytes.length) {
      const piece = bytes.subarray(handed, handed + PIECE)
      handed += piece.length
      if (handed === bytes.length) to.end(piece)
      else if (!to.write(piece)) {
        to.once('drain', handOver)
        return
      }
    }
  }
  handOver()
  return () => bytes.length - handed + unsent()
}
