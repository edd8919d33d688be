/** Texts that JavaScript writes into a URL for a variable without a value. */
const MISSING: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN'])

/** For `sort=undefined` and `filters[id]=NaN`. */
export function missingValueHint(text: string, advice: string): string | undefined {
  return MISSING.has(text) ? `${text} is a variable without a value: ${advice}` : undefined
}
