/** A schema of any number of types that all know one another, and queries of each of them. */

import type { Schema } from '../../src/schema/schema.ts'
import { schemaOf } from '../support/schema-of.ts'

const SCALARS = ['string', 'text', 'richtext', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'json', 'email']

export function wideSchema(size: number): Schema {
  const names = Array.from({ length: size }, (_, index) => `kind${index}`)
  const attributesOf = (index: number) => ({
    ...Object.fromEntries(SCALARS.map((type) => [`a_${type}`, { type, required: type === 'string' }])),
    mood: { type: 'enumeration', enum: ['calm', 'wild'] },
    next: { type: 'relation', relation: 'manyToOne', target: uid((index + 1) % size) },
    others: { type: 'relation', relation: 'manyToMany', target: uid((index + 2) % size) },
    part: { type: 'component', component: 'part.one' },
    zone: { type: 'dynamiczone', components: ['part.one', 'part.two'] },
    image: { type: 'media' },
    about: { type: 'relation', relation: 'morphToMany' },
  })
  return schemaOf({
    types: Object.fromEntries(names.map((name, index) => [name, attributesOf(index)])),
    components: {
      'part.one': {
        title: { type: 'string', required: true },
        to: { type: 'relation', relation: 'oneToOne', target: uid(0) },
      },
      'part.two': { text: { type: 'text' }, one: { type: 'component', component: 'part.one', repeatable: true } },
    },
  })
}

const uid = (index: number) => `api::kind${index}.kind${index}`

/** For the first so many types. */
export function queriesOf(number: number): string {
  const queries = Array.from({ length: number }, (_, index) => queryOf(`kind${index}s`, index))
  return [
    "import { createClient } from 'lectern/client'",
    "import type { Api } from './lectern-types.js'",
    "const client = createClient<Api>({ url: '/api' })",
    ...queries,
  ].join('\n')
}

function queryOf(name: string, index: number): string {
  return `
export async function ask${index}() {
  const { data } = await client.${name}.find({
    fields: ['a_string', 'mood'],
    populate: {
      next: { fields: ['a_integer'], populate: { others: true } },
      zone: { on: { 'part.one': { populate: ['to'] } } },
      image: { fields: ['url'] },
    },
    filters: { next: { others: { a_string: { $contains: 'x' } } }, $or: [{ mood: 'calm' }, { a_date: { $lt: new Date() } }] },
    sort: ['a_string:desc', 'next.a_integer'],
    pagination: { pageSize: 10 },
  })
  const [entry] = data
  const text: string | undefined = entry?.a_string
  const number: number | null | undefined = entry?.next?.a_integer
  const mood: 'calm' | 'wild' | null | undefined = entry?.next?.others[0]?.mood
  // @ts-expect-error not asked for
  entry?.a_text
  // @ts-expect-error no such field
  client.${name}.find({ fields: ['nope'] })
  return [text, number, mood]
}`
}
