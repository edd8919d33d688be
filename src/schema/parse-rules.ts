/** The options of an attribute that bear on writes. A rule that makes no sense is reported and ignored. */

import { isRecord } from '../config/project-config.ts'
import { shown } from '../config/setting-readers.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import { unfitDefault } from './checks/unfit-default.ts'
import { parseNumbers, parseTextLengths } from './parse-range.ts'
import { NO_RULES, type ScalarRules, SLUG_OPTIONS, type SlugOptions } from './scalar-rules.ts'
import type { ScalarType } from './schema.ts'
import type { RawAttribute, Report } from './schema-file.ts'

export function parseRules(type: ScalarType, raw: RawAttribute, path: string, report: Report): ScalarRules {
  const isText = valueKind(type) === 'text'
  const lengths = isText ? parseTextLengths(raw, path, report) : { min: null, max: null }
  const rules: ScalarRules = {
    ...parseNumbers(type, raw, path, report),
    unique: type === 'uid' || parseUnique(type, raw.unique, path, report),
    default: undefined,
    minLength: lengths.min,
    maxLength: lengths.max,
    regex: isText ? parseRegex(raw.regex, path, report) : null,
    enum: type === 'enumeration' ? parseEnum(raw.enum, path, report) : [],
    targetField: type === 'uid' ? parseTargetField(raw.targetField, path, report) : null,
    slug: type === 'uid' ? parseSlugOptions(raw.options) : SLUG_OPTIONS,
    bcryptRounds: type === 'password' ? parseRounds(raw, path, report) : NO_RULES.bcryptRounds,
    isGenerated: false,
  }
  return { ...rules, default: parseDefault({ type, rules }, raw.default, path, report) }
}

/** Strapi ignores `unique` for these types. */
const NEVER_UNIQUE: ReadonlySet<ScalarType> = new Set(['enumeration', 'boolean', 'json', 'blocks', 'password'])

function parseUnique(type: ScalarType, raw: unknown, path: string, report: Report): boolean {
  if (raw !== true || !NEVER_UNIQUE.has(type)) return raw === true
  report(`${path}.unique`, `Two entries may have the same value in an attribute of the type "${type}".`)
  return false
}

function parseRegex(raw: unknown, path: string, report: Report): RegExp | null {
  const source = raw instanceof RegExp ? raw.source : (raw ?? null)
  if (source === null) return null
  try {
    if (typeof source === 'string') return new RegExp(source)
    report(`${path}.regex`, `This must be a regular expression as a text, not ${shown(source)}.`)
  } catch (error) {
    report(`${path}.regex`, `This is not a regular expression: ${error instanceof Error ? error.message : error}.`)
  }
  return null
}

function parseEnum(raw: unknown, path: string, report: Report): readonly string[] {
  const values: readonly unknown[] = Array.isArray(raw) ? raw : []
  const texts = values.filter((value) => typeof value === 'string')
  // Without any, the schema as a whole is checked for enumerations that lack values.
  if (texts.length > 0 && texts.length < values.length) {
    report(`${path}.enum`, 'The values of an enumeration must be texts.')
  }
  return texts
}

function parseTargetField(raw: unknown, path: string, report: Report): string | null {
  if (raw === undefined || raw === null || raw === '') return null
  if (typeof raw === 'string') return raw
  report(`${path}.targetField`, `This must be the name of an attribute, not ${shown(raw)}.`)
  return null
}

function parseSlugOptions(raw: unknown): SlugOptions {
  if (!isRecord(raw)) return SLUG_OPTIONS
  const flag = (name: 'lowercase' | 'decamelize' | 'preserveLeadingUnderscore') => {
    const value = raw[name]
    return typeof value === 'boolean' ? value : SLUG_OPTIONS[name]
  }
  return {
    separator: typeof raw.separator === 'string' ? raw.separator : SLUG_OPTIONS.separator,
    lowercase: flag('lowercase'),
    decamelize: flag('decamelize'),
    preserveLeadingUnderscore: flag('preserveLeadingUnderscore'),
    customReplacements: Array.isArray(raw.customReplacements) ? raw.customReplacements.filter(isPair) : [],
  }
}

function isPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((item) => typeof item === 'string')
}

/** bcrypt itself knows 4 to 31; each more doubles the work. */
function parseRounds(raw: RawAttribute, path: string, report: Report): number {
  const rounds = isRecord(raw.encryption) ? (raw.encryption.rounds ?? null) : null
  if (rounds === null) return NO_RULES.bcryptRounds
  if (typeof rounds === 'number' && Number.isInteger(rounds) && rounds >= 4 && rounds <= 31) return rounds
  report(`${path}.encryption.rounds`, `This must be a whole number from 4 to 31, not ${shown(rounds)}.`)
  return NO_RULES.bcryptRounds
}

interface TypedRules {
  readonly type: ScalarType
  readonly rules: ScalarRules
}

function parseDefault({ type, rules }: TypedRules, raw: unknown, path: string, report: Report): unknown {
  if (raw === undefined || raw === null) return undefined
  const unfit = unfitDefault(type, raw, rules)
  if (unfit === null) return raw
  report(`${path}.default`, `The default must be ${unfit}, not ${shown(raw)}.`)
  return undefined
}
