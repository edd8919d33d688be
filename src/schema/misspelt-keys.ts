/**
 * Keys of schema files that are probably misspelt, such as `draftandpublish`. Strapi and its plugins have keys that Lectern
 * does not read, so an unknown key is reported only where it resembles one that Lectern reads, and that is not set.
 */

import { isRecord } from '../config/project-config.ts'
import { suggestion } from '../config/suggestion.ts'
import type { Report } from './schema-file.ts'

const OF_FILES = ['kind', 'collectionName', 'info', 'options', 'pluginOptions', 'attributes']
const OF_INFO = ['singularName', 'pluralName', 'displayName', 'description']
const OF_OPTIONS = ['draftAndPublish', 'privateAttributes', 'populateCreatorFields']

const OF_ATTRIBUTES = [
  ...['type', 'required', 'private', 'writable', 'pluginOptions', 'default', 'unique', 'searchable', 'columnName'],
  ...['minLength', 'maxLength', 'regex', 'min', 'max', 'enum', 'targetField', 'options', 'encryption', 'customField'],
  ...['relation', 'target', 'inversedBy', 'mappedBy', 'morphBy', 'useJoinTable', 'joinTable', 'joinColumn'],
  ...['morphColumn', 'multiple', 'allowedTypes', 'component', 'components', 'repeatable', 'conditions', 'description'],
]

const OF_UIDS = ['separator', 'lowercase', 'decamelize', 'customReplacements', 'preserveLeadingUnderscore']

interface Keys {
  readonly known: readonly string[]
  /** Keys that belong to a deeper place, with that place. */
  readonly misplaced?: ReadonlyMap<string, string>
  /** Names of a key in other systems, reported if the key itself is not set. */
  readonly synonyms?: ReadonlyMap<string, string>
}

const OF_LOCALES = [
  ['localized', 'pluginOptions.i18n.localized'],
  ['i18n', 'pluginOptions.i18n'],
] as const

const FILE_KEYS: Keys = {
  known: OF_FILES,
  misplaced: new Map([
    ...OF_OPTIONS.map((key) => [key, `options.${key}`] as const),
    ...OF_INFO.map((key) => [key, `info.${key}`] as const),
    ...OF_LOCALES,
  ]),
  synonyms: new Map(['fields', 'properties', 'columns'].map((key) => [key, 'attributes'])),
}

/** Names in JSON Schema, SQL and other systems. */
const OF_RULES = [
  ['pattern', 'regex'],
  ['minimum', 'min'],
  ['maximum', 'max'],
  ['defaultValue', 'default'],
  ['mandatory', 'required'],
  ['hidden', 'private'],
  ['attachedField', 'targetField'],
] as const

const ATTRIBUTE_KEYS: Keys = { known: OF_ATTRIBUTES, misplaced: new Map(OF_LOCALES), synonyms: new Map(OF_RULES) }

export function reportMisspeltKeys(raw: Readonly<Record<string, unknown>>, report: Report): void {
  reportIn(raw, FILE_KEYS, null, report)
  reportIn(raw.info, { known: OF_INFO }, 'info', report)
  reportIn(raw.options, { known: OF_OPTIONS, misplaced: new Map(OF_LOCALES) }, 'options', report)
  reportPluginOptions(raw.pluginOptions, 'pluginOptions', report)
  if (!isRecord(raw.attributes)) return
  for (const [name, attribute] of Object.entries(raw.attributes)) {
    const path = `attributes.${name}`
    if (!isRecord(attribute)) continue
    reportIn(attribute, ATTRIBUTE_KEYS, path, report)
    reportPluginOptions(attribute.pluginOptions, `${path}.pluginOptions`, report)
    reportIn(attribute.encryption, { known: ['rounds'] }, `${path}.encryption`, report)
    // Custom fields have options of their own.
    if (attribute.type === 'uid') reportIn(attribute.options, { known: OF_UIDS }, `${path}.options`, report)
  }
}

/** Any plugin may have a key here; what is `localized` below it tells `i18` from another plugin's. */
function reportPluginOptions(value: unknown, path: string, report: Report): void {
  if (!isRecord(value)) return
  reportIn(value.i18n, { known: ['localized'] }, `${path}.i18n`, report)
  const localizing = Object.keys(value).filter((key) => isRecord(value[key]) && Object.hasOwn(value[key], 'localized'))
  reportIn(Object.fromEntries(localizing.map((key) => [key, value[key]])), { known: ['i18n'] }, path, report)
}

function reportIn(value: unknown, { known, misplaced, synonyms }: Keys, path: string | null, report: Report): void {
  if (!isRecord(value)) return
  const unset = known.filter((name) => !Object.hasOwn(value, name))
  for (const key of Object.keys(value).filter((name) => !known.includes(name))) {
    const meant = synonyms?.get(key) ?? ''
    const place = unset.includes(meant) ? meant : misplaced?.get(key)
    const hint = place === undefined ? suggestion(key, unset) : ` Did you mean "${place}"?`
    if (hint !== '') report(path === null ? key : `${path}.${key}`, `There is no key of this name.${hint}`)
  }
}
