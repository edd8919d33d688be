/**
 * Options whose types decide the type of the response: whether one was written, and whether it may be undefined, has to
 * remain visible in what the compiler infers.
 */

declare const leftOut: unique symbol

/** Part of the type parameter of an option that was not written. It is not a literal, so editors do not suggest it. */
export type LeftOut = typeof leftOut

/**
 * The optional members of `Named`, with these types. In `status?: S`, the compiler would take `undefined` for the absence
 * of the option, and infer `'draft'` from `preview ? 'draft' : undefined`; beside `void` it infers `'draft' | undefined`,
 * unless the `?` is written here, which adds an `undefined`.
 */
export type Options<Named, Types extends { readonly [K in keyof Named]-?: unknown }> = {
  // biome-ignore lint/suspicious/noConfusingVoidType: see above
  readonly [K in keyof Named]: Types[K] | void
}

/**
 * The values that an option may have when the request is sent; `Assumed` is what the server assumes without it. Without
 * `strictNullChecks`, `undefined` is part of every type and cannot be seen.
 */
export type Given<T, Assumed> = LeftOut extends T
  ? Assumed
  : undefined extends string
    ? Exclude<T, LeftOut>
    : Exclude<T, LeftOut | undefined> | (undefined extends T ? Assumed : never)

/** The same of an option in an object, where its type may be that of a variable: `{ fields?: ['name'] }`. */
export type GivenIn<O, Name, Assumed> = O extends unknown
  ? Name extends keyof O
    ? Given<O[Name], Assumed>
    : Assumed
  : never

/** What an object of options is assumed to be. */
export type NoOptions = Record<never, never>

/** Whether a type is a union: a value that is known only when the request is sent. */
export type IsUnion<T, All = T> = [T] extends [never]
  ? false
  : T extends unknown
    ? [All] extends [T]
      ? false
      : true
    : never

/** The elements of a list that it has in any case: not those of `[byTitle ? 'title' : 'views']`, nor of any `string[]`. */
export type CertainIn<T> =
  IsUnion<T> extends true
    ? never
    : T extends readonly unknown[]
      ? number extends T['length']
        ? never
        : { [I in keyof T]: IsUnion<T[I]> extends true ? never : T[I] }[number]
      : never

/** Those that it may have. */
export type PossibleIn<T> = T extends readonly (infer N)[] ? N : never

/** A union of objects as one object: what some of them do not have is optional. */
export type Merged<T> = { [K in keyof T]: T[K] } & { [K in Exclude<KeyIn<T>, keyof T>]?: ValueIn<T, K> }

type KeyIn<T> = T extends unknown ? keyof T : never
type ValueIn<T, K> = T extends unknown ? (K extends keyof T ? T[K] : never) : never
