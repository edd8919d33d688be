/** The same request by other ways than GET, where extensions have them. */

import type { Extension } from '../../../src/vocabulary/extensions.ts'
import type { CopyContext } from './copy-context.ts'
import { NO_PAGINATION } from './query-model.ts'
import { writeRequest } from './request.ts'
import { shellText } from './shell-text.ts'

const TOKEN = '-H "Authorization: Bearer $TOKEN" '

/** The query in the body (extension `query`), however long it is. Null without a query. */
export function writeQueryMethod(context: CopyContext): string | null {
  const { origin, url, hasToken } = context
  const at = url.indexOf('?')
  if (!isOn('query', context) || at < 0) return null
  const command = `curl -g -X QUERY ${hasToken ? TOKEN : ''}${shellText(`${origin}${url.slice(0, at)}`)}`
  return `# ${refused('query')}\n${command} --data-raw ${shellText(url.slice(at + 1))}`
}

/** The whole list, to a file (extension `export`). Null unless it is a list, and for full-text searches. */
export function writePull(context: CopyContext): string | null {
  const { origin, request, description, hasToken } = context
  if (!isOn('export', context) || request === null) return null
  const { type, documentId, groups, query } = request
  const isSearch = query.search !== '' && query.fullText !== null
  if (type.kind === 'singleType' || documentId !== null || groups !== null || isSearch) return null
  const list = writeRequest({ ...request, query: { ...query, pagination: NO_PAGINATION } }, description.prefix)
  const command = `${hasToken ? 'LECTERN_PULL_TOKEN="$TOKEN" ' : ''}lectern pull ${shellText(`${origin}${list}`)}`
  return `# ${refused('export')}\n${command} --out ${type.name}.ndjson`
}

const isOn = (name: Extension, { description }: CopyContext): boolean => description.extensions.includes(name)

const refused = (name: Extension): string => `Extension of Lectern: ${name}. Strapi refuses this request`
