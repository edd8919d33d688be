/** Schemas for an archive: the schema files, and the attributes that every type has. */

import { isRecord } from '../config/project-config.ts'
import { BUILT_IN_TYPES } from '../schema/built-in/built-in-types.ts'
import { modelsOf } from '../schema/models.ts'
import { ADMIN_USER_UID, type ContentType, type Model, modelOf, type Schema } from '../schema/schema.ts'
import type { SchemaFile } from '../schema/schema-file.ts'
import { snakeCase } from '../schema/snake-case.ts'
import { tableName } from '../tables/names.ts'
import { isLeftOut } from './left-out.ts'

type Json = Readonly<Record<string, unknown>>

export function exportSchemas(files: readonly SchemaFile[], schema: Schema): readonly string[] {
  const models = modelsOf(schema)
  return models
    .filter(({ uid }) => !isLeftOut(uid))
    .map((model) => JSON.stringify(schemaOf(modelOf(schema, model.uid), rawOf(model, files))))
}

/** An extension takes the place of whole keys of a built-in type. */
function rawOf({ uid }: Model, files: readonly SchemaFile[]): Json {
  const builtIn = BUILT_IN_TYPES.find((source) => source.uid === uid)?.raw ?? {}
  const content = files.find((file) => file.uid === uid)?.content
  return isRecord(content) ? { ...builtIn, ...content } : builtIn
}

function schemaOf(model: Model, raw: Json): Json {
  const { uid, modelName, collectionName } = model
  const own = {
    collectionName,
    info: raw.info ?? {},
    options: raw.options ?? (model.kind === 'component' ? {} : { draftAndPublish: model.draftAndPublish }),
    ...(raw.pluginOptions === undefined ? {} : { pluginOptions: raw.pluginOptions }),
  }
  const attributes = declaredAttributes(model, raw)
  if (model.kind === 'component') {
    return { ...own, attributes, modelType: 'component', modelName, uid, globalId: globalId(`component_${uid}`) }
  }
  const [, plugin] = /^plugin::([^.]+)\./.exec(uid) ?? []
  return {
    ...own,
    attributes: { ...attributes, ...systemAttributes(model) },
    kind: model.kind,
    modelType: 'contentType',
    modelName,
    uid,
    ...(plugin === undefined ? {} : { plugin }),
    globalId: globalId(plugin === undefined ? modelName : `${plugin}_${modelName}`),
  }
}

/** The stored type of a custom field is known here, but may not be where the archive is imported. */
function declaredAttributes({ attributes }: Model, raw: Json): Json {
  const declared = isRecord(raw.attributes) ? Object.entries(raw.attributes) : []
  return Object.fromEntries(
    declared.map(([name, attribute]) => {
      const known = attributes.get(name)
      const isCustom = isRecord(attribute) && attribute.type === 'customField' && known?.kind === 'scalar'
      return [name, isCustom ? { ...attribute, type: known.type } : attribute]
    }),
  )
}

function systemAttributes({ uid, localized, collectionName, attributes }: ContentType): Json {
  const closed = { writable: false, configurable: false, visible: false }
  const creator = (name: string) => ({
    type: 'relation',
    relation: 'oneToOne',
    target: ADMIN_USER_UID,
    ...closed,
    useJoinTable: false,
    private: attributes.get(name)?.hidden ?? true,
  })
  const join = { name: 'document_id', referencedColumn: 'document_id', referencedTable: tableName(collectionName) }
  return {
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
    publishedAt: { type: 'datetime', configurable: false, writable: true, visible: true },
    createdBy: creator('createdBy'),
    updatedBy: creator('updatedBy'),
    locale: { ...closed, writable: true, private: !localized, type: 'string' },
    localizations: {
      type: 'relation',
      relation: 'oneToMany',
      target: uid,
      ...closed,
      private: !localized,
      unstable_virtual: true,
      joinColumn: join,
    },
  }
}

function globalId(text: string): string {
  const words = snakeCase(text).split('_')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
