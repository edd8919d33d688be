/**
 * Options whose types determine the type of the response. The inferred types must still show whether an option was
 * written, and whether it may be undefined.
 */

declare const leftOut: unique symbol

/** Part of the type parameter of an option that was not written. Not a literal, so that editors do not suggest it. */
export type LeftOut = typeof leftOut

/**
 * The members of `Named` as optional ones, with these types. For `status?: S`, the compiler would infer `'draft'` from
 * `preview ? 'draft' : undefined`, because it takes `undefined` for a missing option. With `void` it infers `'draft' |
 * undefined`, unless there is a `?` here, which adds an `undefined` of its own.
 */
export type Options<Named, Types extends { readonly [K in keyof Named]-?: unknown }> = {
  // biome-ignore lint/suspicious/noConfusingVoidType: see above
  readonly [K in keyof Named]: Types[K] | void
}

/**
 * The values that an option may have when the request is sent. `Assumed`: what the server assumes without it. Without
 * `strictNullChecks`, every type contains `undefined`, which then cannot be detected.
 */
export type Given<T, Assumed> = LeftOut extends T
  ? Assumed
  : undefined extends string
    ? Exclude<T, LeftOut>
    : Exclude<T, LeftOut | undefined> | (undefined extends T ? Assumed : never)

/** The same for an option in an object, which may be that of a variable: `{ fields?: ['name'] }`. */
export type GivenIn<O, Name, Assumed> = O extends unknown
  ? Name extends keyof O
    ? Given<O[Name], Assumed>
    : Assumed
  : never

/** The default for an object of options. */
export type NoOptions = Record<never, never>

/** Whether a type is a union: then the value is known only when the request is sent. */
export type IsUnion<T, All = T> = [T] extends [never]
  ? false
  : T extends unknown
    ? [All] extends [T]
      ? false
      : true
    : never

/** The elements that a list certainly has: not those of `[byTitle ? 'title' : 'views']` or of a `string[]`. */
export type CertainIn<T> =
  IsUnion<T> extends true
    ? never
    : T extends readonly unknown[]
      ? number extends T['length']
        ? never
        : { [I in keyof T]: IsUnion<T[I]> extends true ? never : T[I] }[number]
      : never

/** The elements that a list may have. */
export type PossibleIn<T> = T extends readonly (infer N)[] ? N : never

/** A union of objects as one object, in which members of only some of them are optional. */
export type Merged<T> = { [K in keyof T]: T[K] } & { [K in Exclude<KeyIn<T>, keyof T>]?: ValueIn<T, K> }

type KeyIn<T> = T extends unknown ? keyof T : never
type ValueIn<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
