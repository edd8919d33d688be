/** Query parameters: those that all types share, and those that name attributes of one. */

import type { RestSettings } from '../config/settings.ts'
import { PUBLICATION_FILTERS } from '../parse/parsed-query.ts'
import type { ContentType } from '../schema/schema.ts'
import { type Api, modelRef, shownAttributes } from './api.ts'
import type { JsonSchema, Parameter, Reference } from './document.ts'
import { objectOf } from './json-schema.ts'
import { paginationParameter } from './pagination.ts'

export type SharedParameter =
  | 'documentId'
  | 'format'
  | 'locale'
  | 'localeOfOne'
  | 'localeToDelete'
  | 'pagination'
  | 'publicationFilter'
  | 'search'
  | 'status'

/**
 * The suffix avoids collisions: generators write a file for each component, and the schema of a type `status` is `Status`.
 */
const componentName = (name: string): string => `${name}Parameter`

export const parameterRef = (name: SharedParameter): Reference => ({
  $ref: `#/components/parameters/${componentName(name)}`,
})

export function parameterComponents(rest: RestSettings): Readonly<Record<string, Parameter>> {
  const parameters = Object.entries(sharedParameters(rest))
  return Object.fromEntries(parameters.map(([name, parameter]) => [componentName(name), parameter]))
}

function sharedParameters(rest: RestSettings): Readonly<Record<SharedParameter, Parameter>> {
  const locale = (description: string) => query('locale', description, { type: 'string' })
  return {
    documentId: {
      name: 'documentId',
      in: 'path',
      required: true,
      description: 'The `documentId` of the entry.',
      schema: { type: 'string' },
    },
    format: {
      name: 'Strapi-Response-Format',
      in: 'header',
      description:
        'With `v4`, entries come as `{id, documentId, attributes}` and relations under `data`. The schemas here describe the form without it.',
      schema: { type: 'string', enum: ['v4'] },
    },
    locale: locale('The locale of the entries, or `*` for all; without it, the default locale of the project.'),
    localeOfOne: locale('The locale of the entry; without it, the default locale of the project.'),
    localeToDelete: locale('The locale to delete, or `*` for all; without it, the default locale of the project.'),
    pagination: paginationParameter(rest),
    publicationFilter: query('publicationFilter', 'Selects entries by the other version of their document.', {
      type: 'string',
      enum: PUBLICATION_FILTERS,
    }),
    search: query('_q', 'A text to find in any text field, ignoring case.', { type: 'string' }),
    status: query('status', 'The version of the entries. Populated entries have the same.', {
      type: 'string',
      enum: ['published', 'draft'],
      default: 'published',
    }),
  }
}

/** Extension `search`: parameters of their own, because `_q` is a text. */
export function searchParameters({ rest }: Api): readonly Parameter[] {
  if (!rest.extensions.on.has('search')) return []
  const words = 'Words to find, all of them, the best entries first: `old lantern -river "water mill"`. Not with `_q`.'
  return [
    query('_q[text]', words, { type: 'string' }),
    listParameter('_q[in]', 'The fields to search, among those that are configured for search.', {
      items: { type: 'string' },
    }),
    query('_q[prefix]', 'Whether the last word may be a prefix.', { type: 'boolean' }),
    listParameter('_q[show]', 'What `meta.matches` says of each entry.', {
      items: { type: 'string', enum: ['score', 'highlights'] },
    }),
  ]
}

/** The property of `meta` for matches. */
export function matchesProperty({ rest }: Api): Readonly<Record<string, JsonSchema>> {
  if (!rest.extensions.on.has('search')) return {}
  const pieces = { type: 'array', items: { type: 'string' } }
  const match = objectOf(
    {
      id: { type: 'integer' },
      score: { type: 'number' },
      highlights: { type: 'object', additionalProperties: pieces },
    },
    ['id'],
  )
  return { matches: { type: 'array', description: 'In the order of `data`.', items: match } }
}

/** Extension `localeFallback`: a parameter of its own, because `locale` is a text. */
export function fallbackParameter({ rest }: Api, { localized }: ContentType): readonly Parameter[] {
  if (!localized || !rest.extensions.on.has('localeFallback')) return []
  const description =
    'Locales in order of preference: each document is shown in the first one that it has. Not with `locale`.'
  const fallback = listParameter('locale[$first]', description, { items: { type: 'string' }, example: ['fr-CH', 'en'] })
  return [fallback]
}

function query(name: string, description: string, schema: JsonSchema): Parameter {
  return { name, in: 'query', description, schema }
}

const RELATIVE_DATES = ' Dates may be relative, in UTC: `$now`, `$now(-7d)`, `$today(1M)`; units are h, d, w, M, y.'

export function filtersParameter(api: Api, type: ContentType): Parameter {
  return {
    name: 'filters',
    in: 'query',
    description:
      '`filters[<field>][<operator>]=<value>`, as in `filters[id][$gt]=10`. Fields of relations and components nest: `filters[<relation>][<field>][<operator>]`. Groups hold lists: `filters[$or][0][…]&filters[$or][1][…]`.' +
      (api.rest.extensions.on.has('dates') ? RELATIVE_DATES : ''),
    style: 'deepObject',
    explode: true,
    schema: modelRef(api, type.uid, 'Filters'),
    example: { id: { $gt: 0 } },
  }
}

const PLAIN_KEY = '^[^:]+(:(asc|desc|ASC|DESC))?$'
const EXTENDED_KEY =
  '^(\\$random:[A-Za-z0-9_-]{1,64}|[^:]+(:(asc|desc|ASC|DESC)(\\.ci)?(\\.nullsfirst|\\.nullslast)?)?)$'

export function sortParameter(api: Api, type: ContentType): Parameter {
  const [first = 'id'] = scalarNames(api, type).filter((name) => name !== 'id' && name !== 'documentId')
  const counts = api.rest.extensions.on.has('quantifiers') ? ', `relation.$count` by the number of its entries' : ''
  const what = `Fields to sort by, each with \`:asc\` or \`:desc\`; \`relation.field\` through a relation${counts}.`
  return listParameter('sort', what, {
    items: { type: 'string', pattern: api.rest.extensions.on.has('sorting') ? EXTENDED_KEY : PLAIN_KEY },
    example: [`${first}:asc`],
  })
}

export function fieldsParameter(api: Api, type: ContentType): Parameter {
  const names = scalarNames(api, type)
  const excluded = excludable(api, names)
  const more = excluded.length === 0 ? '' : ' `-<field>` leaves one out: all but those are shown.'
  return listParameter(
    'fields',
    `Fields to show; without it, all of them. \`id\` and \`documentId\` are always there.${more}`,
    { items: { type: 'string', enum: ['*', ...names, ...excluded] } },
  )
}

export function populateParameter(api: Api, type: ContentType): Parameter {
  const links = shownAttributes(api, type).flatMap(({ kind, name }) => (kind === 'scalar' ? [] : [name]))
  const excluded = excludable(api, links)
  const more = excluded.length === 0 ? '' : ' After `*`, `-<name>` leaves something out: `*,-<name>`.'
  const deep = api.rest.extensions.on.has('deep') ? ['**'] : []
  const known = { type: 'string', enum: ['*', ...deep, ...links, ...excluded] }
  const paths = links.length === 0 ? [] : [{ type: 'string', pattern: '^[^.]+(\\.[^.]+)+$' }]
  return listParameter(
    'populate',
    `What to show beside fields: \`*\` for everything, one level; names; paths (\`relation.relation\`). With options: \`populate[<name>][fields][0]=…\`, \`[filters]\`, \`[sort]\`, \`[populate]\`, \`[count]=true\`, and \`populate[<zone>][on][<component>][populate]=*\`.${more}${pagesNote(api)}${deepNote(api)}`,
    { items: { anyOf: [known, ...paths] } },
  )
}

/** The parameters of strapi-v5-plugin-populate-deep. With `strictParams` they are refused, as in Strapi. */
export function levelParameters({ rest }: Api): readonly Parameter[] {
  if (rest.depthPlugin === null || rest.strictParams) return []
  const { defaultLevels } = rest.depthPlugin
  return [
    query('pLevel', `In place of \`populate\`: everything, one level less deep than this. Empty: ${defaultLevels}.`, {
      type: 'integer',
      minimum: 0,
    }),
    query('pIgnore', 'With `pLevel`: names of attributes, and of tables, not to follow, with commas between them.', {
      type: 'string',
    }),
  ]
}

function deepNote({ rest }: Api): string {
  if (!rest.extensions.on.has('deep')) return ''
  return ' Everything to a depth: `**`, or `populate[**]=<how many relations to follow>`.'
}

function pagesNote({ rest }: Api): string {
  if (!rest.extensions.on.has('nestedPages')) return ''
  return ' A page of a list: `[pagination][limit]=3`, `[pagination][withCount]=true`.'
}

/** Names as they are written to leave something out, where the extension is on. */
function excludable({ rest }: Api, names: readonly string[]): readonly string[] {
  if (!rest.extensions.on.has('exclude')) return []
  return names.flatMap((name) => (name === 'id' || name === 'documentId' ? [] : [`-${name}`]))
}

/**
 * `sort=a&sort=b`, the default of OpenAPI, although commas would do: generators such as @hey-api/openapi-ts write another
 * style into each operation, where it overrides the serializer that filters need.
 */
export function listParameter(
  name: string,
  description: string,
  { items, example }: { readonly items: JsonSchema; readonly example?: readonly string[] },
): Parameter {
  const list = query(name, description, { type: 'array', items })
  return { ...list, style: 'form', explode: true, ...(example === undefined ? {} : { example }) }
}

function scalarNames(api: Api, type: ContentType): readonly string[] {
  return shownAttributes(api, type).flatMap(({ kind, name }) => (kind === 'scalar' ? [name] : []))
}
