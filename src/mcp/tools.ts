/** The tools, as a caller may use them: only types that they may find are named. */

import { findableTypes, nameInPath } from '../access/findable-types.ts'
import type { VisibleSchema } from '../access/visible-schema.ts'

/** Entries on a page, unless the query says otherwise. */
export const PAGE_SIZE = 10

export const TOOL_NAMES = ['list_types', 'describe_type', 'find', 'get'] as const

export type ToolName = (typeof TOOL_NAMES)[number]

export function isToolName(name: unknown): name is ToolName {
  return TOOL_NAMES.some((known) => known === name)
}

type Schema = Readonly<Record<string, unknown>>

interface Tool {
  readonly name: ToolName
  readonly title: string
  readonly description: string
  readonly inputSchema: Schema
  readonly annotations: Readonly<Record<'readOnlyHint' | 'openWorldHint', boolean>>
}

const DOCUMENT_ID: Schema = { type: 'string', description: 'Of the entry; not needed for a single type' }

const QUERY_OF_ONE: Readonly<Record<string, Schema>> = {
  fields: {
    type: 'array',
    items: { type: 'string' },
    description: 'Only these fields: ["title"]. Without it, all but rich text',
  },
  populate: {
    description:
      'Related data: ["author"], or { "author": { "fields": ["name"] } }. Its rich text is left out unless it is named there. Without it, none',
  },
  locale: { type: 'string', description: 'Without it, the default locale' },
  status: { enum: ['published', 'draft'] },
}

const QUERY_OF_MANY: Readonly<Record<string, Schema>> = {
  filters: {
    type: 'object',
    description: '{ "format": "news", "author": { "name": "Ada" }, "$or": [ … ] }. describe_type lists the operators',
  },
  sort: { description: '"publishedAt:desc", or a list of these' },
  pagination: {
    type: 'object',
    description: `{ "page": 1, "pageSize": 5 }. Without it, the first ${PAGE_SIZE} entries`,
  },
  _q: { type: 'string', description: 'A text to look for in all texts' },
}

export function toolsFor(view: VisibleSchema): readonly Tool[] {
  const names = findableTypes(view).map(nameInPath).sort()
  const type = { type: 'string', ...(names.length === 0 ? {} : { enum: names }), description: 'As list_types names it' }
  return [
    tool('list_types', 'List content types', 'The content types that can be read, by name.', {}),
    tool(
      'describe_type',
      'Describe a content type',
      'Its fields, what it is related to, and the operators of filters.',
      { type },
    ),
    tool(
      'find',
      'Find entries',
      'A page of entries of a type, or the entry of a single type, with the response of GET /api/<type>.',
      { type, query: { type: 'object', properties: { ...QUERY_OF_ONE, ...QUERY_OF_MANY } } },
    ),
    tool('get', 'Get an entry', 'One entry, by its documentId, with the response of GET /api/<type>/<documentId>.', {
      type,
      documentId: DOCUMENT_ID,
      query: { type: 'object', properties: QUERY_OF_ONE },
    }),
  ]
}

function tool(name: ToolName, title: string, description: string, properties: Readonly<Record<string, Schema>>): Tool {
  const required = Object.keys(properties).filter((property) => property === 'type')
  const inputSchema = { type: 'object', properties, required, additionalProperties: false }
  return { name, title, description, inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } }
}
