import type { StoredValue } from './document-input.ts'

/** A value in its stored form, or what is wrong with it: `must be an integer`. */
export type Reading = { readonly value: StoredValue } | { readonly wrong: string }

export const readAs = (value: StoredValue): Reading => ({ value })
export const wrong = (what: string): Reading => ({ wrong: what })
