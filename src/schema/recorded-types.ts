/**
 * What plugins add when Strapi starts is in no schema file: content types of their own, and attributes of the project's, such
 * as `url_alias` of webtools. Strapi's record of its content types has both, each type as its file has it (`__schema__`) and as
 * it came to be.
 */

import { isRecord } from '../config/project-config.ts'
import { BUILT_IN_TYPES } from './built-in/built-in-types.ts'
import type { SchemaFile } from './schema-file.ts'

/** By uid. Another program has written it: anything may be in it. */
export type RecordedTypes = Readonly<Record<string, unknown>>

/** Every type has these, in a record too. */
const OF_EVERY_TYPE: ReadonlySet<string> = new Set([
  ...['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'locale', 'localizations'],
])

/** In place of a file. */
export const RECORD = 'strapi_core_store_settings'

/** The files, with what the record has beyond them. */
export function withRecorded(files: readonly SchemaFile[], recorded: RecordedTypes): readonly SchemaFile[] {
  const known = new Set([...files.map(({ uid }) => uid), ...BUILT_IN_TYPES.map(({ uid }) => uid)])
  const ofPlugins = Object.entries(recorded).flatMap(([uid, type]) =>
    uid.startsWith('plugin::') && !known.has(uid) ? fileOf(uid, type) : [],
  )
  return [...files.map((file) => withAdded(file, recorded[file.uid])), ...ofPlugins]
}

function fileOf(uid: string, type: unknown): readonly SchemaFile[] {
  const content = isRecord(type) ? type.__schema__ : undefined
  const name = uid.split('.').at(-1) ?? ''
  return isRecord(content) ? [{ kind: 'extension', uid, name, file: RECORD, content }] : []
}

function withAdded(file: SchemaFile, type: unknown): SchemaFile {
  const { kind, content } = file
  if (kind !== 'contentType' || !isRecord(content) || !isRecord(content.attributes)) return file
  const { attributes } = content
  // What the file has counts: it may be newer.
  const added = addedTo(type).filter(([name]) => !Object.hasOwn(attributes, name))
  return { ...file, content: { ...content, attributes: { ...attributes, ...Object.fromEntries(added) } } }
}

function addedTo(type: unknown): readonly [string, unknown][] {
  if (!isRecord(type) || !isRecord(type.attributes)) return []
  const written = isRecord(type.__schema__) ? type.__schema__.attributes : undefined
  if (!isRecord(written)) return []
  return Object.entries(type.attributes).filter(([name]) => !OF_EVERY_TYPE.has(name) && !Object.hasOwn(written, name))
}
