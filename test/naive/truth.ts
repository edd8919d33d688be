/** SQL's three values: null is «unknown». */
export type Truth = true | false | null

export const not = (truth: Truth): Truth => (truth === null ? null : !truth)

export const and = (left: Truth, right: Truth): Truth => {
  if (left === false || right === false) return false
  return left === null || right === null ? null : true
}

export const or = (left: Truth, right: Truth): Truth => not(and(not(left), not(right)))

export const all = (truths: readonly Truth[]): Truth => truths.reduce<Truth>(and, true)

export const any = (truths: readonly Truth[]): Truth => truths.reduce<Truth>(or, false)
