/** Rules for writing a value. Reads ignore them. */
export interface ScalarRules {
  /** No two documents may have the same value. Always true of slugs (`uid`). */
  readonly unique: boolean
  /** The value in the schema file; undefined without one. */
  readonly default: unknown
  readonly min: number | bigint | null
  readonly max: number | bigint | null
  readonly minLength: number | null
  readonly maxLength: number | null
  /** Without flags, so that testing it has no state. */
  readonly regex: RegExp | null
  /** Empty for everything but enumerations. */
  readonly enum: readonly string[]
  /** The attribute that a missing slug is made from. */
  readonly targetField: string | null
  readonly slug: SlugOptions
  /** bcrypt rounds of a password's hash. */
  readonly bcryptRounds: number
  /** Whether the database itself works out the value. */
  readonly isGenerated: boolean
}

/** How a text becomes a slug. */
export interface SlugOptions {
  readonly separator: string
  readonly lowercase: boolean
  /** `fooBar` becomes `foo-bar`. */
  readonly decamelize: boolean
  readonly customReplacements: readonly (readonly [string, string])[]
  readonly preserveLeadingUnderscore: boolean
}

export const SLUG_OPTIONS: SlugOptions = {
  separator: '-',
  lowercase: true,
  decamelize: true,
  customReplacements: [],
  preserveLeadingUnderscore: false,
}

export const NO_RULES: ScalarRules = {
  unique: false,
  default: undefined,
  min: null,
  max: null,
  minLength: null,
  maxLength: null,
  regex: null,
  enum: [],
  targetField: null,
  slug: SLUG_OPTIONS,
  bcryptRounds: 10,
  isGenerated: false,
}
