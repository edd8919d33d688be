/** A plausible value of an attribute, that keeps its rules; undefined where none can be generated. */

import type { ScalarAttribute, ScalarType } from '../schema/schema.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import type { Json } from './document.ts'

export function exampleValue(attribute: ScalarAttribute): Json | undefined {
  const { type, rules } = attribute
  if (rules.default !== undefined) return JSON.parse(JSON.stringify(rules.default))
  if (rules.enum.length > 0) return rules.enum[0]
  if (attribute.name === 'locale') return 'en'
  const kind = valueKind(type)
  if (kind === 'bigint') return bigNumber(attribute)
  if (kind === 'integer' || kind === 'number') return number(attribute)
  const value = VALUES[type] ?? textFor(attribute)
  return typeof value === 'string' && kind === 'text' ? fitting(attribute, value) : value
}

export const EXAMPLE_DOCUMENT_ID = 'g90850hiy501bcifw8n3xnmy'

const VALUES: Partial<Record<ScalarType, Json>> = {
  id: 1,
  email: 'ada@example.com',
  uid: 'salt-and-copper',
  date: '2025-03-01',
  time: '12:30:00.000',
  datetime: '2025-03-01T12:30:00.000Z',
  timestamp: '2025-03-01T12:30:00.000Z',
  boolean: true,
  array: ['one', 'two'],
  json: { key: 'value' },
  blocks: [{ type: 'paragraph', children: [{ type: 'text', text: 'Nothing is lost.' }] }],
}

/** Typical values of texts, by the name of the attribute. */
const LIKELY: readonly (readonly [RegExp, string])[] = [
  [/^documentId$/, EXAMPLE_DOCUMENT_ID],
  [/url|href|link|website/i, 'https://example.com/salt-and-copper'],
  [/mail/i, 'ada@example.com'],
  [/colou?r/i, 'blue'],
  [/phone/i, '+49 30 1234567'],
  [/city|place/i, 'Berlin'],
  [/country/i, 'Germany'],
  [/name|author|person/i, 'Ada Falk'],
  [/title|headline|heading|subject/i, 'Salt and copper'],
  [/slug|code|key|hash|handle/i, 'salt-and-copper'],
]

function textFor({ name, type }: ScalarAttribute): string {
  const likely = LIKELY.find(([pattern]) => pattern.test(name))?.[1]
  return likely ?? (type === 'string' ? 'Copper' : 'Nothing is lost.')
}

function fitting({ rules, type }: ScalarAttribute, text: string): string | undefined {
  const { minLength, maxLength, regex } = rules
  const long = text.padEnd(minLength ?? 0, type === 'uid' ? '-copper' : ' and copper')
  const cut = long.slice(0, maxLength ?? long.length)
  const keeps = (regex === null || regex.test(cut)) && (type !== 'email' || cut === text)
  return keeps && cut.length >= (minLength ?? 0) ? cut : undefined
}

function number({ type, rules }: ScalarAttribute): number | undefined {
  const wanted = type === 'integer' ? 42 : 4.5
  const [min, max] = [Number(rules.min ?? wanted), Number(rules.max ?? Infinity)]
  const number = Math.min(Math.max(wanted, min), max)
  if (type !== 'integer' || Number.isInteger(number)) return number
  const whole = Math.floor(number)
  return whole >= (rules.min ?? whole) ? whole : undefined
}

function bigNumber({ rules }: ScalarAttribute): string {
  const wanted = 9_007_199_254_740_993n
  const raised = rules.min !== null && wanted < rules.min ? rules.min : wanted
  return String(rules.max !== null && raised > rules.max ? rules.max : raised)
}
