/** Custom fields are stored as one of the ordinary types; which one only their plugin's code says. */

import { suggestion } from '../config/suggestion.ts'
import { SCALAR_TYPES, scalarType } from './attribute-types.ts'
import type { ScalarType } from './schema.ts'
import type { Report } from './schema-file.ts'

const WELL_KNOWN: Readonly<Record<string, ScalarType>> = {
  'plugin::color-picker.color': 'string',
  'plugin::country-select.country': 'string',
  'plugin::ckeditor.CKEditor': 'richtext',
  'plugin::ckeditor5.CKEditor': 'richtext',
  'plugin::multi-select.multi-select': 'json',
  'plugin::oembed.oembed': 'json',
  'plugin::react-icons.icon': 'string',
}

export function customFieldType(
  uid: unknown,
  configured: ReadonlyMap<string, string>,
  path: string,
  report: Report,
): ScalarType | null {
  if (typeof uid !== 'string') {
    report(`${path}.customField`, 'A custom field must say which one it is, as in "plugin::color-picker.color".')
    return null
  }
  const named = configured.get(uid) ?? (Object.hasOwn(WELL_KNOWN, uid) ? WELL_KNOWN[uid] : undefined)
  if (named === undefined) {
    report(
      `${path}.customField`,
      `How "${uid}" is stored is not known; say so in config/api: rest.customFields: { "${uid}": "string" }.`,
    )
    return null
  }
  const type = scalarType(named)
  if (type !== undefined) return type
  report(
    `${path}.customField`,
    `config/api says that "${uid}" is stored as "${named}", which is no type.${suggestion(named, SCALAR_TYPES)}`,
  )
  return null
}
