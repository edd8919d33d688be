/**
 * Changes that plugins and code make to content types when Strapi starts are in no schema file: types of plugins, attributes
 * that they add, such as `url_alias` of webtools or those that `strapi-server` gives to users, Draft & Publish that code
 * switches, and attributes that it makes private. Strapi's record of its content types has them: each type as in its file
 * (`__schema__`), and as it is at runtime.
 */

import { isRecord, recordAt } from '../config/project-config.ts'
import { BUILT_IN_TYPES } from './built-in/built-in-types.ts'
import type { ModelSource } from './parse-model.ts'
import { privateIn, privateInBuiltIn, withPrivate } from './recorded-privacy.ts'
import { ADMIN_USER_UID, type ContentType } from './schema.ts'
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
  const ofBuiltIn = BUILT_IN_TYPES.flatMap((type) => extensionOf(type, files, recorded[type.uid]))
  const uids = new Set([...known, ...ofPlugins.map(({ uid }) => uid)])
  const complete = [...files, ...ofBuiltIn].map((file) => withAttributes(file, recorded[file.uid], uids))
  return withSwitched([...complete, ...ofPlugins], recorded)
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

/** In place of a file that extends a built-in type: `strapi-server` of a project may add attributes to users and files. */
function extensionOf(
  { uid, name, raw }: ModelSource,
  files: readonly SchemaFile[],
  type: unknown,
): readonly SchemaFile[] {
  if (uid === ADMIN_USER_UID || files.some((file) => file.uid === uid) || !isRecord(type)) return []
  const attributes = recordAt(raw, 'attributes')
  if (Object.keys(recordAt(type, 'attributes')).every((name) => isKnown(name, attributes))) return []
  return [{ kind: 'extension', uid, name, file: RECORD, content: { attributes } }]
}

function hiddenOf(uid: string, name: string, type: unknown): readonly SchemaFile[] {
  const hidden = isRecord(type) ? privateInBuiltIn(uid, type) : []
  return hidden.length === 0 ? [] : [{ kind: 'extension', uid, name, file: RECORD, content: withPrivate({}, hidden) }]
}

function withAttributes(file: SchemaFile, type: unknown, uids: ReadonlySet<string>): SchemaFile {
  const { kind, content } = file
  if (kind === 'component' || !isRecord(content) || !isRecord(type) || !isRecord(type.__schema__)) return file
  // Of types of plugins, the record's copy also has what code of the project adds.
  const written = kind === 'contentType' ? recordAt(type.__schema__, 'attributes') : {}
  return { ...file, content: withAdded(content, type, { written, uids }) }
}

function asSwitched(file: SchemaFile, type: unknown): SchemaFile {
  const { kind, content } = file
  const written = isRecord(type) ? type.__schema__ : undefined
  if (kind === 'component' || !isRecord(content) || !isRecord(type) || !isRecord(written)) return file
  // Also where the file does not say so: it may be older than what Strapi has started with.
  return { ...file, content: withPrivate(switched(content, type, written), privateIn(type)) }
}

type Raw = Readonly<Record<string, unknown>>

interface AddedTo {
  /** The attributes in the record's copy of the file. */
  readonly written: Raw
  readonly uids: ReadonlySet<string>
}

/**
 * The file wins: it may be newer. What the record's copy of it has in addition may have been removed from the file since,
 * to hide it, so it is not added.
 */
function withAdded(content: Raw, type: Raw, { written, uids }: AddedTo): Raw {
  const { attributes } = content
  if (!isRecord(attributes) || !isRecord(type.attributes)) return content
  const known = { ...attributes, ...written }
  const added = Object.entries(type.attributes).filter(
    ([name, attribute]) => !isKnown(name, known) && !leadsNowhere(attribute, uids),
  )
  return { ...content, attributes: { ...attributes, ...Object.fromEntries(added) } }
}

const isKnown = (name: string, attributes: Raw) => OF_EVERY_TYPE.has(name) || Object.hasOwn(attributes, name)

/** To what has left the schema files. */
function leadsNowhere(attribute: unknown, uids: ReadonlySet<string>): boolean {
  if (!isRecord(attribute)) return false
  const uid = attribute.target ?? attribute.component
  return typeof uid === 'string' && !uids.has(uid) && !uid.startsWith('admin::')
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
