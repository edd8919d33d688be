/** An answer → the socket. */

import { createReadStream } from 'node:fs'
import type { FastifyReply } from 'fastify'
import type { FileSlice, HttpResponse } from '../request/http-request.ts'

export function send(reply: FastifyReply, response: HttpResponse, bytes: number): FastifyReply {
  const { file } = response
  reply.code(response.status).headers(response.headers)
  if (bytes === 0 && file === undefined) return reply.send()
  reply.header('Content-Length', String(bytes))
  if (reply.request.method === 'HEAD' || bytes === 0) return reply.send()
  return reply.send(file === undefined ? response.body : read(file))
}

/** A file that is gone by now ends the connection: what was promised cannot be kept. */
function read({ path, start, length }: FileSlice) {
  return createReadStream(path, { start, end: start + length - 1 })
}
