/** Custom fields are stored as one of the ordinary types; which one only their plugin's code and the database say. */

import { suggestion } from '../config/suggestion.ts'
import { SCALAR_TYPES, scalarType } from './attribute-types.ts'
import type { ScalarType } from './schema.ts'
import type { Report } from './schema-file.ts'

/** For fields that are in wide use, where there is no database to look into. */
const WELL_KNOWN: ReadonlyMap<string, ScalarType> = new Map([
  ['plugin::color-picker.color', 'string'],
  ['plugin::country-select.country', 'string'],
  ['plugin::ckeditor.CKEditor', 'richtext'],
  ['plugin::ckeditor5.CKEditor', 'richtext'],
  ['plugin::multi-select.multi-select', 'json'],
  ['plugin::oembed.oembed', 'json'],
  ['plugin::react-icons.icon', 'string'],
])

/** The table and column of a custom field. */
export interface CustomFieldPlace {
  readonly collectionName: string
  readonly attribute: string
  /** Set if the schema file names the column. */
  readonly columnName: string | null
}

export interface CustomFields {
  /** Types by UID of the field, as the project's configuration says. */
  readonly configured: ReadonlyMap<string, string>
  /** The type according to the column; null without a database or column. */
  storedType(place: CustomFieldPlace): ScalarType | null
}

/** Two types that are stored alike: the column cannot tell them apart. */
const STORED_ALIKE: ReadonlyMap<ScalarType, ScalarType> = new Map([['richtext', 'text']])

/** Null, and a report, where the configuration is wrong; null and a note to `leaveOut` where the type is unknown. */
export function customFieldType(
  uid: unknown,
  place: CustomFieldPlace,
  { configured, storedType }: CustomFields,
  { report, leaveOut }: { readonly report: Report; readonly leaveOut: Report },
): ScalarType | null {
  const path = `attributes.${place.attribute}.customField`
  if (typeof uid !== 'string') {
    report(path, 'A custom field must say which one it is, as in "plugin::color-picker.color".')
    return null
  }
  const named = configured.get(uid)
  if (named !== undefined) return configuredType(uid, named, path, report)
  const known = WELL_KNOWN.get(uid) ?? null
  const stored = storedType(place)
  if (stored === 'string' && isPassword(uid, place)) return 'password'
  const agrees = known !== null && stored === (STORED_ALIKE.get(known) ?? known)
  const type = agrees ? known : (stored ?? known)
  if (type === null) leaveOut(path, unknownField(uid, place.attribute))
  return type
}

/** A database stores passwords as texts. Rather leave out a text than show a hash in a response. */
const isPassword = (uid: string, { attribute }: CustomFieldPlace) => /passw/i.test(`${uid} ${attribute}`)

function configuredType(uid: string, named: string, path: string, report: Report): ScalarType | null {
  const type = scalarType(named)
  if (type !== undefined) return type
  const hint = suggestion(named, SCALAR_TYPES)
  report(path, `config/api says that "${uid}" is stored as "${named}", which is not a type.${hint}`)
  return null
}

function unknownField(uid: string, attribute: string): string {
  return `"${attribute}" is left out: its type is not known, and there is no database column that shows it. Set the type of "${uid}" in config/api, as in rest.customFields: { "${uid}": "json" }.`
}
