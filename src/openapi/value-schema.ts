/** A value in a response. Rules of the schema file apply to writes; older values are shown as they are. */

import type { ScalarAttribute, ScalarType } from '../schema/schema.ts'
import type { JsonSchema } from './document.ts'
import { orNull } from './json-schema.ts'

const TEXT: JsonSchema = { type: 'string' }
const INTEGER: JsonSchema = { type: 'integer' }
const NUMBER: JsonSchema = { type: 'number' }
const DATETIME: JsonSchema = { type: 'string', format: 'date-time' }

const VALUES: Record<ScalarType, JsonSchema> = {
  id: INTEGER,
  string: TEXT,
  text: TEXT,
  richtext: { type: 'string', contentMediaType: 'text/markdown' },
  enumeration: TEXT,
  // Without `format`, which allows ASCII only: the server takes `ö@bücher.example`, and drafts may have any text.
  email: { type: 'string', description: 'An email address.' },
  password: { type: 'string', format: 'password' },
  uid: TEXT,
  date: { type: 'string', format: 'date' },
  time: { type: 'string', pattern: '^\\d{2}:\\d{2}:\\d{2}\\.\\d{3}$', description: 'Hours, minutes, seconds.' },
  datetime: DATETIME,
  timestamp: { type: 'string', description: 'Milliseconds since 1970, or a date and time.' },
  integer: INTEGER,
  biginteger: { type: 'string', pattern: '^-?\\d+$', description: 'A whole number of up to 64 bits, as a text.' },
  float: NUMBER,
  decimal: NUMBER,
  boolean: { type: 'boolean' },
  array: { type: 'array', items: {} },
  json: {},
  blocks: {
    type: 'array',
    description: 'Rich text as a tree of blocks.',
    items: { type: 'object', required: ['type'], properties: { type: TEXT, children: { type: 'array', items: {} } } },
  },
}

/** Attributes that the server sets in every row. */
const NEVER_NULL: ReadonlySet<string> = new Set(['id', 'documentId', 'createdAt', 'updatedAt'])

export function valueSchema(attribute: ScalarAttribute): JsonSchema {
  const schema = plainSchema(attribute)
  return NEVER_NULL.has(attribute.name) ? schema : orNull(schema)
}

export function plainSchema({ type, rules }: ScalarAttribute): JsonSchema {
  return rules.enum.length === 0 ? VALUES[type] : { type: 'string', enum: rules.enum }
}
