/**
 * Changes that plugins and code make to content types when Strapi starts are in no schema file: types of plugins, attributes
 * that they add to the project's types, such as `url_alias` of webtools, Draft & Publish that code switches, and attributes
 * that it makes private. Strapi's record of its content types has them: each type as in its file (`__schema__`), and as it
 * is at runtime.
 */

import { isRecord, recordAt } from '../config/project-config.ts'
import { BUILT_IN_TYPES } from './built-in/built-in-types.ts'
import { privateIn, privateInBuiltIn, withPrivate } from './recorded-privacy.ts'
import type { ContentType } from './schema.ts'
import type { SchemaFile } from './schema-file.ts'

/** By UID. Written by another program, so it may contain anything. */
export type RecordedTypes = Readonly<Record<string, unknown>>

/** Every type has these, in a record too. */
const OF_EVERY_TYPE: ReadonlySet<string> = new Set([
  ...['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'locale', 'localizations'],
])

/** In place of a file. */
export const RECORD = 'strapi_core_store_settings'

/** The files, with what the record has beyond them. */
export function withRecorded(files: readonly SchemaFile[], recorded: RecordedTypes): readonly SchemaFile[] {
  const known = new Set([...files, ...BUILT_IN_TYPES].map(({ uid }) => uid))
  const ofPlugins = Object.entries(recorded).flatMap(([uid, type]) =>
    uid.startsWith('plugin::') && !known.has(uid) ? fileOf(uid, type) : [],
  )
  const complete = [...files.map((file) => withAttributes(file, recorded[file.uid])), ...ofPlugins]
  return withSwitched(complete, recorded)
}

/** The files, with what code has switched and hidden alone: for a record whose other parts make no sense here. */
export function withSwitched(files: readonly SchemaFile[], recorded: RecordedTypes): readonly SchemaFile[] {
  const builtIn = BUILT_IN_TYPES.filter(({ uid }) => !files.some((file) => file.uid === uid))
  return [
    ...files.map((file) => asSwitched(file, recorded[file.uid])),
    ...builtIn.flatMap(({ uid, name }) => hiddenOf(uid, name, recorded[uid])),
  ]
}

function fileOf(uid: string, type: unknown): readonly SchemaFile[] {
  const content = isRecord(type) ? type.__schema__ : undefined
  const name = uid.split('.').at(-1) ?? ''
  return isRecord(content) ? [{ kind: 'extension', uid, name, file: RECORD, content }] : []
}

function hiddenOf(uid: string, name: string, type: unknown): readonly SchemaFile[] {
  const hidden = isRecord(type) ? privateInBuiltIn(uid, type) : []
  return hidden.length === 0 ? [] : [{ kind: 'extension', uid, name, file: RECORD, content: withPrivate({}, hidden) }]
}

function withAttributes(file: SchemaFile, type: unknown): SchemaFile {
  const { kind, content } = file
  const written = isRecord(type) ? type.__schema__ : undefined
  if (kind !== 'contentType' || !isRecord(content) || !isRecord(type) || !isRecord(written)) return file
  return { ...file, content: withAdded(content, type, written) }
}

function asSwitched(file: SchemaFile, type: unknown): SchemaFile {
  const { kind, content } = file
  const written = isRecord(type) ? type.__schema__ : undefined
  if (kind === 'component' || !isRecord(content) || !isRecord(type) || !isRecord(written)) return file
  // Also where the file does not say so: it may be older than what Strapi has started with.
  return { ...file, content: withPrivate(switched(content, type, written), privateIn(type)) }
}

type Raw = Readonly<Record<string, unknown>>

/** The file wins: it may be newer. */
function withAdded(content: Raw, type: Raw, written: Raw): Raw {
  const { attributes } = content
  if (!isRecord(attributes) || !isRecord(type.attributes) || !isRecord(written.attributes)) return content
  const known = [attributes, written.attributes]
  const added = Object.entries(type.attributes).filter(
    ([name]) => !OF_EVERY_TYPE.has(name) && !known.some((names) => Object.hasOwn(names, name)),
  )
  return { ...content, attributes: { ...attributes, ...Object.fromEntries(added) } }
}

/** If the file is still the one that Strapi has read, and code has switched something. */
function switched(content: Raw, type: Raw, written: Raw): Raw {
  const isSwitched = (has: (type: Raw) => boolean) => has(content) === has(written) && has(type) !== has(content)
  const options = { ...recordAt(content, 'options'), draftAndPublish: hasDrafts(type) }
  const pluginOptions = { ...recordAt(content, 'pluginOptions'), i18n: { localized: hasLocales(type) } }
  return {
    ...content,
    ...(isSwitched(hasDrafts) ? { options } : {}),
    ...(isSwitched(hasLocales) ? { pluginOptions } : {}),
  }
}

/** Whether entries of the type have other versions than in the record: responses would show drafts, or entries of all locales. */
export function differsFrom(type: ContentType, recorded: unknown): boolean {
  if (!type.hasRoutes || !isRecord(recorded)) return false
  return hasDrafts(recorded) !== type.draftAndPublish || hasLocales(recorded) !== type.localized
}

export const hasDrafts = (type: Raw): boolean => recordAt(type, 'options').draftAndPublish === true
export const hasLocales = (type: Raw): boolean => recordAt(recordAt(type, 'pluginOptions'), 'i18n').localized === true
