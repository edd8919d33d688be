/** A schema from attributes alone, for tests of stages that need no database. */

import type { Caller } from '../../src/access/caller.ts'
import type { VisibleSchema } from '../../src/access/visible-schema.ts'
import { ProjectError } from '../../src/config/problem.ts'
import { buildSchema } from '../../src/schema/build-schema.ts'
import type { ContentType, Schema } from '../../src/schema/schema.ts'
import type { SchemaFile } from '../../src/schema/schema-file.ts'

type Raw = Readonly<Record<string, unknown>>

export interface SchemaSpec {
  /** Attributes by singular name. All types have drafts, unless named below. */
  readonly types: Readonly<Record<string, Raw>>
  /** Attributes by UID: `shared.seo`. */
  readonly components?: Readonly<Record<string, Raw>>
  readonly withoutDrafts?: readonly string[]
  readonly localized?: readonly string[]
}

export function schemaOf({ types, components = {}, withoutDrafts = [], localized = [] }: SchemaSpec): Schema {
  const files: SchemaFile[] = [
    ...Object.entries(types).map(([name, attributes]): SchemaFile => {
      const info = { singularName: name, pluralName: `${name}s`, displayName: name }
      const options = { draftAndPublish: !withoutDrafts.includes(name) }
      const pluginOptions = { i18n: { localized: localized.includes(name) } }
      const content = { collectionName: `${name}s`, info, options, pluginOptions, attributes }
      return { kind: 'contentType', uid: uidOf(name), name, file: `${name}.json`, content }
    }),
    ...Object.entries(components).map(([uid, attributes]): SchemaFile => {
      const content = { collectionName: `components_${uid}`, info: { displayName: uid }, attributes }
      return { kind: 'component', uid, name: uid.split('.')[1] ?? uid, file: `${uid}.json`, content }
    }),
  ]
  const { schema, problems } = buildSchema(files, { privateAttributes: [], customFields: new Map() })
  if (problems.length > 0) throw new ProjectError(problems)
  return schema
}

export const uidOf = (name: string) => `api::${name}.${name}`

export function typeOf(schema: Schema, name: string): ContentType {
  const type = schema.contentTypes.get(uidOf(name))
  if (type === undefined) throw new Error(`no type ${name}`)
  return type
}

/** Without a list of actions, a caller who may do everything. */
export function viewOf(schema: Schema, actions?: readonly string[]): VisibleSchema {
  const rights: Caller['rights'] =
    actions === undefined ? { kind: 'everything' } : { kind: 'listed', actions: new Set(actions) }
  return { schema, caller: { kind: 'public', rights } }
}
