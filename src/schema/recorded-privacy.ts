/**
 * Attributes that are private in Strapi's record of content types: code may have made them so when Strapi started, or a schema
 * file that is newer than the one here. Passwords count as private: a file may have another type for them, older or newer than
 * what Strapi has started with, and their values would be shown.
 */

import { isRecord, recordAt } from '../config/project-config.ts'
import { BUILT_IN_TYPES } from './built-in/built-in-types.ts'

type Raw = Readonly<Record<string, unknown>>

/** Strapi marks these itself, after other options of the type, which the file has too. */
const MARKED_BY_STRAPI: ReadonlySet<string> = new Set(['createdBy', 'updatedBy', 'locale', 'localizations'])

/** The content of a file, with `hidden` among its private attributes; what is private in the file stays so. */
export function withPrivate(content: Raw, hidden: readonly string[]): Raw {
  const known = privateIn(content)
  const added = hidden.filter((name) => !known.includes(name))
  if (added.length === 0) return content
  const options = recordAt(content, 'options')
  return { ...content, options: { ...options, privateAttributes: [...listedIn(options), ...added] } }
}

/** The names that a type hides, by their own mark or type, or in the list of the type. */
export function privateIn(type: Raw): readonly string[] {
  const marked = Object.entries(recordAt(type, 'attributes')).flatMap(([name, attribute]) =>
    isRecord(attribute) && isHidden(attribute) && !MARKED_BY_STRAPI.has(name) ? [name] : [],
  )
  return [...new Set([...listedIn(recordAt(type, 'options')), ...marked])]
}

const isHidden = (attribute: Raw): boolean => attribute.private === true || attribute.type === 'password'

/** `strapi-server` of a project may hide attributes of the types that come with Strapi, such as the email of users. */
export function privateInBuiltIn(uid: string, type: Raw): readonly string[] {
  const known = privateIn(BUILT_IN_TYPES.find((builtIn) => builtIn.uid === uid)?.raw ?? {})
  return privateIn(type).filter((name) => !known.includes(name))
}

/**
 * The same record with what code has added and hidden alone, for projects that may have left Strapi: their files may have left
 * out since what they had when Strapi started, or show what they hid.
 */
export function withoutFiles(recorded: Raw): Raw {
  const entries = Object.entries(recorded).map(([uid, type]) => [uid, uid.startsWith('api::') ? byCode(type) : type])
  return Object.fromEntries(entries)
}

function byCode(type: unknown): unknown {
  if (!isRecord(type)) return type
  const file = recordAt(type, '__schema__')
  const [byFile, inFile] = [privateIn(file), recordAt(file, 'attributes')]
  const added = Object.entries(recordAt(type, 'attributes')).filter(([name]) => !Object.hasOwn(inFile, name))
  const options = {
    ...recordAt(type, 'options'),
    privateAttributes: privateIn(type).filter((name) => !byFile.includes(name)),
  }
  return { ...type, options, attributes: Object.fromEntries(added) }
}

function listedIn({ privateAttributes }: Raw): readonly string[] {
  return Array.isArray(privateAttributes) ? privateAttributes.filter((name) => typeof name === 'string') : []
}
