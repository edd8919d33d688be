/** Extension `export`: a whole list, beside its path. */

import { may } from '../access/caller.ts'
import type { ContentType } from '../schema/schema.ts'
import type { Api } from './api.ts'
import type { Operation, Parameter, Paths, Reference } from './document.ts'
import { refusals } from './error-responses.ts'
import { exampleEntry } from './examples.ts'
import { parameterRef, searchParameters } from './parameters.ts'

/** `path` and `read` are those of the list; undefined where the caller may not read it. */
export function exportPath(api: Api, type: ContentType, path: string, read: Operation | undefined): Paths {
  const isOffered = api.rest.extensions.on.has('export') && may(api.view.caller, `${type.uid}.export`)
  return isOffered && read !== undefined ? { [`${path}/actions/export`]: { get: whole(api, type, read) } } : {}
}

function whole(api: Api, type: ContentType, { operationId, tags, summary, parameters = [] }: Operation): Operation {
  const refused = new Set([parameterRef('pagination'), ...searchParameters(api)].map(nameOf))
  const lines = [
    exampleEntry(api, type),
    { end: { total: 1, revision: '0vEp3cG3Qm1YQ9rX2v7m0v0mXk8h0c0m2b8m4Zk3S1E' } },
  ]
  return {
    operationId: `${operationId}.export`,
    tags,
    summary: `${summary}: all of them, one a line`,
    description:
      'All entries as they are at one moment. The last line is `{"end":{"total":…,"revision":…}}`; without it, the response is not complete.',
    parameters: parameters.filter((parameter) => !refused.has(nameOf(parameter))),
    responses: {
      200: {
        description: 'Lines of JSON.',
        content: {
          'application/x-ndjson': {
            schema: { type: 'string' },
            example: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
          },
        },
      },
      ...refusals(400, 503),
    },
  }
}

function nameOf(parameter: Parameter | Reference): string {
  return 'name' in parameter ? parameter.name : parameter.$ref
}
