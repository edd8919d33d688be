/** Extension `watch`: the live response beside each path that reads entries. */

import type { Api } from './api.ts'
import type { Operation, Parameter, PathItem, Paths } from './document.ts'
import { refusals } from './error-responses.ts'

const TAGS_ALONE: Parameter = {
  name: 'watch',
  in: 'query',
  description: 'With `etag`, events have a tag in place of the response.',
  schema: { type: 'string', enum: ['etag'] },
}

const LAST_SEEN: Parameter = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The `id` of the last event: nothing is sent until the response differs from that one.',
  schema: { type: 'string' },
}

const EXAMPLE = 'id: 3Kc0vC9sUe0WqX1c1cIMvS0k1bA\nevent: answer\ndata: {"data":[],"meta":{}}\n\n'

/** For those of the given paths that the caller may read. */
export function livePaths({ rest }: Api, read: Paths): Paths {
  if (!rest.extensions.on.has('watch')) return {}
  const items = Object.entries(read).flatMap(([path, { get }]): readonly [string, PathItem][] =>
    get === undefined ? [] : [[`${path}/actions/watch`, { get: live(get) }]],
  )
  return Object.fromEntries(items)
}

function live({ operationId, tags, summary, parameters = [] }: Operation): Operation {
  return {
    operationId: `${operationId}.watch`,
    tags,
    summary: `${summary}, again whenever it changes`,
    description:
      'Server-Sent Events: `answer` has the response without `/actions/watch`, at once and whenever it changes; `end` has the error that the same request would get now.',
    parameters: [...parameters, TAGS_ALONE, LAST_SEEN],
    responses: {
      200: {
        description: 'A stream of events.',
        content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
      },
      ...refusals(400, 404, 501, 503),
    },
  }
}
