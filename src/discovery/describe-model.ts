/** Describes content types and components as Strapi does for generators: by the content of their schema files. */

import { isRecord, recordAt } from '../config/project-config.ts'
import { ADMIN_USER_UID, type Component, type ContentType, FILE_UID, type Model, USER_UID } from '../schema/schema.ts'

type Said = Readonly<Record<string, unknown>>

export function describeContentType(type: ContentType): Said {
  const info = recordAt(type.source, 'info')
  return {
    uid: type.uid,
    plugin: pluginOf(type.uid),
    apiID: type.modelName,
    schema: {
      ...recordAt(type.source, 'options'),
      draftAndPublish: type.draftAndPublish,
      displayName: info.displayName,
      singularName: type.singularName,
      pluralName: type.pluralName,
      description: info.description ?? '',
      pluginOptions: type.source.pluginOptions ?? (isVisible(type) ? {} : HIDDEN),
      kind: type.kind,
      collectionName: type.collectionName,
      attributes: attributesOf(type),
      visible: isVisible(type),
      restrictRelationsTo: relationsTo(type),
    },
  }
}

export function describeComponent(component: Component): Said {
  const { uid, modelName, collectionName, source } = component
  const info = recordAt(source, 'info')
  return {
    uid,
    category: uid.split('.')[0],
    apiId: modelName,
    schema: {
      displayName: info.displayName ?? modelName,
      description: info.description ?? '',
      icon: info.icon,
      collectionName,
      pluginOptions: source.pluginOptions,
      attributes: attributesOf(component),
    },
  }
}

/** `admin` for `admin::user`, `upload` for `plugin::upload.file`; undefined for the project's own types. */
function pluginOf(uid: string): string | undefined {
  const [owner, name = ''] = uid.split('::')
  return owner === 'api' ? undefined : owner === 'plugin' ? name.split('.')[0] : owner
}

const HIDDEN = { 'content-manager': { visible: false }, 'content-type-builder': { visible: false } }

/** Users are the only built-in type that relations of a project may have as target. */
function isVisible({ uid, hasRoutes, source }: ContentType): boolean {
  const { visible } = recordAt(recordAt(source, 'pluginOptions'), 'content-type-builder')
  return typeof visible === 'boolean' ? visible : hasRoutes || uid === USER_UID
}

/** Which kinds of relations may have this type as target; null means all. */
function relationsTo(type: ContentType): readonly string[] | null {
  if (type.uid === ADMIN_USER_UID) return ['oneWay', 'manyWay']
  return type.uid === FILE_UID || !isVisible(type) ? [] : null
}

function attributesOf(model: Model): Said {
  const declared = Object.entries(recordAt(model.source, 'attributes'))
  return Object.fromEntries(
    declared.flatMap(([name, raw]) => (isRecord(raw) ? [[name, describeAttribute(model, name, raw)]] : [])),
  )
}

function describeAttribute(model: Model, name: string, raw: Said): Said {
  const common = { configurable: raw.configurable === false ? false : undefined, private: raw.private === true }
  const attribute = model.attributes.get(name)
  if (raw.type === 'media') return describeMedia(raw, common)
  if (raw.type === 'relation') {
    const targetAttribute = raw.inversedBy ?? raw.mappedBy ?? null
    return { ...raw, ...common, required: raw.required === true, target: raw.target, targetAttribute }
  }
  // A custom field is described with the type that stores it.
  return raw.type === 'customField' && attribute?.kind === 'scalar' ? { ...raw, type: attribute.type } : raw
}

function describeMedia({ multiple, required, allowedTypes, pluginOptions }: Said, common: Said): Said {
  return {
    type: 'media',
    multiple: multiple === true,
    required: required === true,
    ...common,
    allowedTypes,
    pluginOptions,
  }
}
