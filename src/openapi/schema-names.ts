/**
 * The names of the schemas of a model. A name never depends on the caller, so that generated code stays
 * the same when permissions change.
 */

import { modelsOf } from '../schema/models.ts'
import { type Model, modelOf, type Schema } from '../schema/schema.ts'

/** Suffixes of the schemas of one model. */
const SUFFIXES = ['', 'Input', 'Filters', 'Quantifiers', 'List', 'Response', 'Item', 'ItemInput'] as const

export type SchemaSuffix = (typeof SUFFIXES)[number]

/** Names that are reserved in every project. */
export const COMMON_NAMES = [
  'AnyEntry',
  'BooleanConditions',
  'ComponentModel',
  'ContentTypeModel',
  'Count',
  'Error',
  'FileOwner',
  'Link',
  'Locale',
  'LoginAnswer',
  'NumberConditions',
  'Pagination',
  'TextConditions',
  'UploadedFile',
] as const

export type CommonName = (typeof COMMON_NAMES)[number]

/** Tags that no type may have: operations are named after their tag. */
const OTHER_TAGS = ['Files', 'Locales', 'Schema', 'Server', 'Users']

/** By UID. */
export type SchemaNames = ReadonlyMap<string, string>

export function schemaNames(schema: Schema): SchemaNames {
  const models = modelsOf(schema)
  const wanted = new Map(models.map((model) => [model.uid, shortName(model)]))
  const taken = new Map<string, number>([...COMMON_NAMES, ...OTHER_TAGS].map((name) => [name, 1]))
  for (const name of [...wanted.values()].flatMap(family)) taken.set(name, (taken.get(name) ?? 0) + 1)
  const isFree = (name: string) => family(name).every((member) => taken.get(member) === 1)
  return new Map([...wanted].map(([uid, name]) => [uid, isFree(name) ? name : longName(uid)]))
}

export function nameOf(names: SchemaNames, schema: Schema, uid: string, suffix: SchemaSuffix = ''): string {
  const name = names.get(uid)
  if (name === undefined) throw new Error(`no name for ${modelOf(schema, uid).uid}`)
  return `${name}${suffix}`
}

const family = (name: string): readonly string[] => SUFFIXES.map((suffix) => `${name}${suffix}`)

/** `Article` of `api::article.article`, `UploadFile` of `plugin::upload.file`, `SharedSeo` of `shared.seo`. */
function shortName(model: Model): string {
  if (model.kind === 'component') return pascalCase(model.uid)
  if (model.hasRoutes) return pascalCase(model.singularName)
  return pascalCase(model.uid.startsWith('plugin::') ? model.uid.slice('plugin::'.length) : model.uid)
}

/** Two UIDs never share it. */
function longName(uid: string): string {
  return uid.replaceAll('::', '.').replaceAll(/[^\w.-]/g, '_')
}

function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
}
