/** Assertions about types. They are checked by the compiler; nothing here runs. */

/** Identical, not only assignable: one more key, or one null too few, is a difference. */
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

type Proof<A, B> = Equal<A, B> extends true ? [] : [difference: 'these types differ']

/** `same<Expected>()(actual)` */
export declare function same<Expected>(): <Actual>(actual: Actual, ...proof: Proof<Expected, Actual>) => void

/** `sameType<Expected, Actual>()` */
export declare function sameType<Expected, Actual>(...proof: Proof<Expected, Actual>): void
