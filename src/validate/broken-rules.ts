/**
 * Checks a value in its stored form against the rules of its attribute: for values that were sent, and for those of a draft
 * that is about to be published.
 */

import type { ScalarAttribute } from '../schema/schema.ts'
import { valueKind } from '../vocabulary/scalar-types.ts'
import type { StoredValue } from './document-input.ts'
import type { MatchesPattern } from './matches-pattern.ts'

export interface RuleContext {
  readonly draft: boolean
  /** One for all values of a body. */
  readonly matchesPattern: MatchesPattern
}

/**
 * The rules that a value breaks, such as `must be at least 3 characters`. For a draft, only upper bounds and enumerations
 * are checked; lower bounds and patterns are checked on publishing.
 */
export function brokenRules(
  attribute: ScalarAttribute,
  value: StoredValue,
  { draft, matchesPattern }: RuleContext,
): readonly string[] {
  if (value === null) return []
  switch (valueKind(attribute.type)) {
    case 'text':
      return typeof value === 'string' ? brokenByText(attribute, value, { draft, matchesPattern }) : []
    case 'choice':
      return typeof value === 'string' ? brokenByChoice(attribute, value) : []
    case 'integer':
    case 'number':
    case 'bigint':
      return brokenByNumber(attribute, value, draft)
    default:
      return []
  }
}

type Rule = string | false | null

const broken = (...rules: readonly Rule[]) => rules.filter((rule) => typeof rule === 'string')

function brokenByText(
  attribute: ScalarAttribute,
  text: string,
  { draft, matchesPattern }: RuleContext,
): readonly string[] {
  const { minLength, maxLength, regex } = attribute.rules
  const tooLong = maxLength !== null && text.length > maxLength
  return broken(
    !draft && minLength !== null && text.length < minLength && `must be at least ${minLength} characters`,
    tooLong && `must be at most ${maxLength} characters`,
    !tooLong && brokenByColumn(attribute, text),
    !draft &&
      regex !== null &&
      !isLeftEmpty(attribute, text) &&
      !matchesPattern(regex, text, attribute.name) &&
      mismatch(regex),
    !draft && attribute.type === 'uid' && regex === null && !SLUG.test(text) && mismatch(SLUG),
    !draft && attribute.type === 'email' && brokenByEmail(text),
  )
}

/** An empty text counts as no value where the attribute is not required. */
function isLeftEmpty({ required }: ScalarAttribute, text: string): boolean {
  return text === '' && !required
}

function mismatch(pattern: RegExp): string {
  return `must match the following: "${pattern}"`
}

const SLUG = /^[A-Za-z0-9-_.~]*$/

const COLUMN_LENGTH = 255
/** bcrypt ignores further bytes: any password with the same beginning would match a longer one. */
const PASSWORD_BYTES = 72

/** PostgreSQL counts characters, not the halves that JavaScript has of some. */
function brokenByColumn({ type }: ScalarAttribute, text: string): Rule {
  if (type === 'text' || type === 'richtext') return null
  if (type === 'password') return Buffer.byteLength(text) > PASSWORD_BYTES && `must be at most ${PASSWORD_BYTES} bytes`
  return (
    text.length > COLUMN_LENGTH && [...text].length > COLUMN_LENGTH && `must be at most ${COLUMN_LENGTH} characters`
  )
}

/** The addresses that Strapi accepts, except quoted names: `a@b.c` is valid, `a..b@c.example` and `a@b.c1` are not. */
const EMAIL =
  /^[^\s@"(),.:;<>[\\\]]+(?:\.[^\s@"(),.:;<>[\\\]]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{N}_~-]{0,61}[\p{L}\p{N}])?\.)+\p{L}(?:[\p{L}\p{N}_~-]{0,61}\p{L})?$/u

function brokenByEmail(text: string): Rule {
  if (text === '') return 'cannot be empty'
  return !EMAIL.test(text) && 'must be a valid email'
}

/** Strapi's list ends in a comma: null, which is allowed too, is its last value. */
function brokenByChoice({ rules }: ScalarAttribute, text: string): readonly string[] {
  return broken(!rules.enum.includes(text) && `must be one of the following values: ${rules.enum.join(', ')}, `)
}

function brokenByNumber({ type, rules }: ScalarAttribute, value: StoredValue, draft: boolean): readonly string[] {
  // Some drivers give numbers that JavaScript would not hold exactly as texts.
  const number = typeof value === 'string' ? (valueKind(type) === 'bigint' ? BigInt(value) : Number(value)) : value
  if (typeof number !== 'number' && typeof number !== 'bigint') return []
  return broken(
    !draft && rules.min !== null && number < rules.min && `must be greater than or equal to ${rules.min}`,
    rules.max !== null && number > rules.max && `must be less than or equal to ${rules.max}`,
  )
}
