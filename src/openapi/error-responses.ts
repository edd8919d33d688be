/** All error responses, by status. */

import { ERRORS } from '../errors/codes.ts'
import type { Json, JsonSchema, Reference, Response } from './document.ts'
import { objectOf, schemaRef } from './json-schema.ts'

type Refusal = readonly [code: string, error: (typeof ERRORS)[keyof typeof ERRORS]]

const REFUSALS: readonly Refusal[] = Object.entries(ERRORS)

const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)]

export const ERROR_SCHEMA: JsonSchema = {
  ...objectOf(
    {
      data: { type: 'null' },
      error: objectOf(
        {
          status: { type: 'integer', enum: unique(REFUSALS.map(([, { status }]) => status)).toSorted((a, b) => a - b) },
          name: { type: 'string', enum: unique(REFUSALS.map(([, { name }]) => name)).toSorted() },
          message: { type: 'string', description: 'What is wrong.' },
          details: {
            type: 'object',
            description: 'Where it is wrong (`param`, `path`, `key`), and what to write instead (`hint`).',
            additionalProperties: true,
          },
        },
        ['status', 'name', 'message', 'details'],
      ),
    },
    ['data', 'error'],
  ),
  description: 'Every response that is not a success.',
}

/** By name: one for each status. */
export function errorResponses(): Readonly<Record<string, Response>> {
  const statuses = unique(REFUSALS.map(([, { status }]) => status)).toSorted((a, b) => a - b)
  return Object.fromEntries(statuses.map((status) => [responseName(status), errorResponse(status)]))
}

/** The errors of an operation: the statuses it is known for, and those that any request may get. */
export function refusals(...statuses: readonly number[]): Readonly<Record<string, Reference | Response>> {
  const always = [401, 403, 500, 503]
  const listed = unique([...statuses, ...always]).toSorted((a, b) => a - b)
  const known = listed.map((status) => [String(status), { $ref: `#/components/responses/${responseName(status)}` }])
  return { ...Object.fromEntries(known), default: OTHERWISE }
}

const OTHERWISE: Response = {
  description: 'Any other refusal.',
  content: { 'application/json': { schema: schemaRef('Error') } },
}

const responseName = (status: number): string => `Error${status}`

function errorResponse(status: number): Response {
  const own = REFUSALS.filter(([, error]) => error.status === status)
  const examples = own.map(([code, error]) => [code, { summary: error.message, value: envelope(error) }])
  return {
    description: own.map(([code, { message }]) => `- \`${code}\`: ${message}`).join('\n'),
    content: { 'application/json': { schema: schemaRef('Error'), examples: Object.fromEntries(examples) } },
  }
}

function envelope({ status, name, message }: Refusal[1]): Json {
  return { data: null, error: { status, name, message, details: {} } }
}
