/** JSON-RPC 2.0, as the Model Context Protocol has it: https://modelcontextprotocol.io/specification. One message at a time. */

import { isRecord } from '../config/project-config.ts'
import { ApiError } from '../errors/api-error.ts'

export type Params = Readonly<Record<string, unknown>>

export interface RpcRequest {
  readonly id: string | number
  readonly method: string
  readonly params: Params
}

/** Null for notifications and responses: nothing is answered to them. */
export function readMessage(message: unknown): RpcRequest | null {
  if (Array.isArray(message)) throw malformed('A list of messages is not accepted: send them one by one')
  if (!isRecord(message) || message.jsonrpc !== '2.0') throw malformed('The body is not a JSON-RPC 2.0 message')
  const { id, method, params = {} } = message
  if (method === undefined && (message.result !== undefined || message.error !== undefined)) return null
  if (typeof method !== 'string') throw malformed('The message has no method')
  if (!isRecord(params)) throw malformed('The params of a message are an object')
  if (id === undefined) return null
  if (typeof id !== 'string' && typeof id !== 'number') throw malformed('The id of a message is a text or a number')
  return { id, method, params }
}

function malformed(message: string): ApiError {
  return new ApiError('BODY_MALFORMED', { message })
}

export function resultOf({ id }: RpcRequest, result: object): object {
  return { jsonrpc: '2.0', id, result }
}

/** https://www.jsonrpc.org/specification#error_object */
const RPC_ERRORS = { unknownMethod: -32601, invalidParams: -32602 } as const

export function failureOf({ id }: RpcRequest, kind: keyof typeof RPC_ERRORS, message: string): object {
  return { jsonrpc: '2.0', id, error: { code: RPC_ERRORS[kind], message } }
}
