/** An answer → the socket. */

import { type FileHandle, open } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { ApiError } from '../errors/api-error.ts'
import type { HttpRequest, HttpResponse } from '../request/http-request.ts'
import type { Compressed } from './compress.ts'

/** Before the answer begins: a file can be deleted at any time. Null where no bytes of a file are to be sent. */
export async function openFile({ method }: HttpRequest, { file }: HttpResponse): Promise<FileHandle | null> {
  if (file === undefined || file.length === 0 || method === 'HEAD') return null
  try {
    return await open(file.path)
  } catch (cause) {
    throw new ApiError('ROUTE_UNKNOWN', { cause })
  }
}

export interface Sendable extends Compressed {
  /** Bytes of the body or the file. */
  readonly length: number
}

export function send(reply: FastifyReply, answer: Sendable, opened: FileHandle | null): FastifyReply {
  const { status, headers, body, file } = answer.response
  reply.code(status).headers(headers)
  if (answer.length === 0 && file === undefined) return reply.send()
  reply.header('Content-Length', String(answer.length))
  if (file !== undefined && opened !== null) {
    return reply.send(opened.createReadStream({ start: file.start, end: file.start + file.length - 1 }))
  }
  return file !== undefined || reply.request.method === 'HEAD' ? reply.send() : reply.send(answer.bytes ?? body)
}

export function bytesOf({ response: { body, file }, bytes }: Compressed): number {
  return file?.length ?? bytes?.length ?? Buffer.byteLength(body)
}
