/**
 * Switches of schema files that are neither true nor false. Strapi and Lectern take them for not set, so that
 * `"private": "true"` hides nothing.
 */

import { isRecord } from '../config/project-config.ts'
import { shown } from '../config/setting-readers.ts'
import type { Report } from './schema-file.ts'

const OF_OPTIONS = ['draftAndPublish', 'populateCreatorFields']
const OF_ATTRIBUTES = [
  'required',
  'private',
  'writable',
  'unique',
  'searchable',
  'multiple',
  'repeatable',
  'useJoinTable',
]

export function reportOddSwitches(raw: Readonly<Record<string, unknown>>, report: Report): void {
  reportIn(raw.options, OF_OPTIONS, 'options', report)
  reportLocalized(raw.pluginOptions, 'pluginOptions', report)
  if (!isRecord(raw.attributes)) return
  for (const [name, attribute] of Object.entries(raw.attributes)) {
    const path = `attributes.${name}`
    reportIn(attribute, OF_ATTRIBUTES, path, report)
    if (isRecord(attribute)) reportLocalized(attribute.pluginOptions, `${path}.pluginOptions`, report)
  }
}

function reportLocalized(value: unknown, path: string, report: Report): void {
  if (isRecord(value)) reportIn(value.i18n, ['localized'], `${path}.i18n`, report)
}

function reportIn(value: unknown, switches: readonly string[], path: string, report: Report): void {
  if (!isRecord(value)) return
  for (const key of switches) {
    const set = value[key] ?? null
    if (set === null || typeof set === 'boolean') continue
    report(`${path}.${key}`, `This must be true or false, not ${shown(set)}.`)
  }
}
