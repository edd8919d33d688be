/**
 * Rules that their type does not have, such as `max` of a text, and forms that are read as something else. Only where one can say what
 * to write instead: Strapi and its plugins have keys of their own.
 */

import { isRecord } from '../config/project-config.ts'
import { shown } from '../config/setting-readers.ts'
import type { Report } from './schema-file.ts'

const TEXTS = ['string', 'text', 'richtext', 'email', 'password', 'uid']
const NUMBERS = ['integer', 'biginteger', 'float', 'decimal']

/** For these types, `key` has no effect; `write` is the key to use. */
const INSTEAD: readonly { readonly of: readonly string[]; readonly key: string; readonly write: string }[] = [
  { of: TEXTS, key: 'max', write: 'maxLength' },
  { of: TEXTS, key: 'min', write: 'minLength' },
  { of: NUMBERS, key: 'maxLength', write: 'max' },
  { of: NUMBERS, key: 'minLength', write: 'min' },
  { of: ['uid'], key: 'target', write: 'targetField' },
  { of: ['component'], key: 'components', write: 'component' },
  { of: ['component'], key: 'multiple', write: 'repeatable' },
  { of: ['media'], key: 'repeatable', write: 'multiple' },
]

export function reportIneffectiveRules(raw: Readonly<Record<string, unknown>>, report: Report): void {
  for (const key of ['info', 'options', 'pluginOptions']) reportUnless(isRecord, raw[key], key, report)
  reportLocalization(raw.pluginOptions, 'pluginOptions', report)
  if (!isRecord(raw.attributes)) return
  for (const [name, attribute] of Object.entries(raw.attributes)) {
    if (isRecord(attribute)) reportAttribute(attribute, `attributes.${name}`, report)
  }
}

function reportAttribute(attribute: Readonly<Record<string, unknown>>, path: string, report: Report): void {
  for (const { of, key, write } of INSTEAD) {
    if (!of.includes(String(attribute.type)) || attribute[key] === undefined || attribute[write] !== undefined) continue
    report(`${path}.${key}`, `The type "${attribute.type}" has no ${key}; write ${write}.`)
  }
  reportUnless(isRecord, attribute.pluginOptions, `${path}.pluginOptions`, report)
  reportLocalization(attribute.pluginOptions, `${path}.pluginOptions`, report)
}

/** `"i18n": true` */
function reportLocalization(options: unknown, path: string, report: Report): void {
  if (!isRecord(options) || options.i18n === undefined || isRecord(options.i18n)) return
  report(`${path}.i18n`, `This must be an object, as in { "localized": true }, not ${shown(options.i18n)}.`)
}

function reportUnless(fits: (value: unknown) => boolean, value: unknown, path: string, report: Report): void {
  if (value !== undefined && value !== null && !fits(value))
    report(path, `This must be an object, not ${shown(value)}.`)
}
