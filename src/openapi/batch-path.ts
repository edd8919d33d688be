/** `/_batch`, where it is on. */

import type { Api } from './api.ts'
import type { JsonSchema, Paths } from './document.ts'
import { refusals } from './error-responses.ts'
import { objectOf } from './json-schema.ts'
import { SERVER_TAG } from './server-paths.ts'

const QUERIES: JsonSchema = {
  type: 'object',
  description: 'By names of your choice: the path and query string of a list, an entry, a single type or groups.',
  additionalProperties: { type: 'string' },
}

const RESPONSES: JsonSchema = {
  type: 'object',
  description: 'By the same names.',
  additionalProperties: objectOf(
    { status: { type: 'integer' }, body: { type: 'object', description: 'The response to the query alone.' } },
    ['status', 'body'],
  ),
}

/** OpenAPI 3.1 cannot describe the method QUERY: only POST is. */
export function batchPath({ rest }: Api): Paths {
  if (!rest.extensions.on.has('batch')) return {}
  const content = { schema: objectOf({ queries: QUERIES }, ['queries']) }
  return {
    '/_batch': {
      post: {
        operationId: 'Server.batch',
        tags: [SERVER_TAG.name],
        summary: 'Several queries at once',
        description:
          'They run as one statement, so all results are of the same moment. Each has the status and the body that it would have alone.',
        requestBody: {
          required: true,
          description: 'The queries.',
          content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
        },
        responses: {
          200: {
            description: 'Their responses.',
            content: { 'application/json': { schema: objectOf({ data: RESPONSES }, ['data']) } },
          },
          ...refusals(400, 415),
        },
      },
    },
  }
}
