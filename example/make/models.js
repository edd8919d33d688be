/** The schema files of the example, and what an archive says of them. */

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { EXAMPLE } from './places.js'

const FILE = { uid: 'plugin::upload.file', attributes: {}, options: {}, pluginOptions: {} }

/** By UID: the file's content, with the UID and the model's name. */
export const MODELS = new Map([...contentTypes(), ...components(), FILE].map((model) => [model.uid, model]))

export const hasDrafts = (uid) => MODELS.get(uid).options.draftAndPublish === true
export const isLocalized = (uid) => MODELS.get(uid).pluginOptions?.i18n?.localized === true

function contentTypes() {
  const folder = join(EXAMPLE, 'src', 'api')
  return namesIn(folder).map((name) => {
    const content = readJson(join(folder, name, 'content-types', name, 'schema.json'))
    return { ...content, uid: `api::${name}.${name}`, modelName: name }
  })
}

function components() {
  const folder = join(EXAMPLE, 'src', 'components')
  return namesIn(folder).flatMap((category) =>
    namesIn(join(folder, category)).map((file) => {
      const modelName = basename(file, '.json')
      return { ...readJson(join(folder, category, file)), uid: `${category}.${modelName}`, modelName }
    }),
  )
}

function namesIn(folder) {
  return readdirSync(folder).sort()
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** A line for each model of the project's own. */
export function schemaRecords() {
  return [...MODELS.values()].filter((model) => model !== FILE).map(schemaRecord)
}

function schemaRecord({ uid, modelName, kind, collectionName, info, options, pluginOptions, attributes }) {
  if (kind === undefined) {
    const globalId = `Component${uid.split('.').map(capitalized).join('')}`
    return { collectionName, info, options, attributes, modelType: 'component', modelName, uid, globalId }
  }
  const all = { ...attributes, ...systemAttributes(uid, collectionName) }
  const globalId = capitalized(modelName)
  return {
    collectionName,
    info,
    options,
    pluginOptions,
    attributes: all,
    kind,
    modelType: 'contentType',
    modelName,
    uid,
    globalId,
  }
}

function systemAttributes(uid, collectionName) {
  const closed = { writable: false, configurable: false, visible: false }
  const creator = {
    type: 'relation',
    relation: 'oneToOne',
    target: 'admin::user',
    ...closed,
    useJoinTable: false,
    private: true,
  }
  const joinColumn = { name: 'document_id', referencedColumn: 'document_id', referencedTable: collectionName }
  const isPrivate = !isLocalized(uid)
  return {
    createdAt: { type: 'datetime' },
    updatedAt: { type: 'datetime' },
    publishedAt: { type: 'datetime', configurable: false, writable: true, visible: true },
    createdBy: creator,
    updatedBy: creator,
    locale: { ...closed, writable: true, private: isPrivate, type: 'string' },
    localizations: {
      type: 'relation',
      relation: 'oneToMany',
      target: uid,
      ...closed,
      private: isPrivate,
      unstable_virtual: true,
      joinColumn,
    },
  }
}

const capitalized = (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
