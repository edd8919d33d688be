/** Parameters of lists without an envelope, of files and of users, and of paths that name one of them. */

import type { ContentType } from '../schema/schema.ts'
import type { Api } from './api.ts'
import type { Parameter } from './document.ts'
import { fieldsParameter, filtersParameter, populateParameter, sortParameter } from './parameters.ts'

/** Parameters that select entries, and what is shown of them. */
export function selectionParameters(api: Api, type: ContentType): readonly Parameter[] {
  const makers = [filtersParameter, sortParameter, fieldsParameter, populateParameter]
  return makers.map((make) => make(api, type))
}

export const WINDOW_PARAMETERS: readonly Parameter[] = [
  windowParameter('start', 'The number of entries to skip.'),
  windowParameter('limit', 'The maximum number of entries; without it, all of them.'),
]

function windowParameter(name: string, description: string): Parameter {
  return { name, in: 'query', description, schema: { type: 'integer', minimum: 0 } }
}

/** `what`: the file, the user. */
export function idParameter(what: string): Parameter {
  return {
    name: 'id',
    in: 'path',
    required: true,
    description: `The \`id\` of ${what}.`,
    schema: { type: 'integer' },
  }
}
