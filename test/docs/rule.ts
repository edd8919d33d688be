/**
 * A rule of the API, with the request in docs/queries.md that shows it and what must be true of the answer; and the
 * words for saying that.
 */

export type Entry = Readonly<Record<string, unknown>>

export interface Answer {
  readonly status: number
  readonly data: unknown
  readonly pagination: Entry
  readonly error: Entry
}

export type Rule = readonly [rule: string, path: string, holds: (answer: Answer) => boolean]

export const list = ({ data }: Answer) => data as readonly Entry[]
export const every = (test: (entry: Entry) => boolean) => (answer: Answer) => list(answer).every(test)
export const some = (test: (entry: Entry) => boolean) => (answer: Answer) => list(answer).some(test)
export const both = (one: (answer: Answer) => boolean, other: (answer: Answer) => boolean) => (answer: Answer) =>
  one(answer) && other(answer)
export const keys = (value: unknown) => Object.keys(value as Entry)
export const has = (entry: unknown, ...names: readonly string[]) =>
  names.every((name) => Object.hasOwn(entry as Entry, name))
export const isObject = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const items = (entry: Entry, name: string) => entry[name] as readonly Entry[]
export const inner = (entry: Entry, name: string) => (entry[name] ?? {}) as Entry
export const isTime = (value: unknown) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value))
export const text = (entry: Entry, name: string) => String(entry[name])
export const number = (entry: Entry, name: string) => Number(entry[name])
export const shows = (name: string, test: (value: unknown) => boolean) => some((entry) => test(entry[name]))
export const meta = (expected: Entry) => (answer: Answer) =>
  JSON.stringify(answer.pagination) === JSON.stringify(expected)
export const refused =
  (status: number, name = 'ValidationError') =>
  (answer: Answer) =>
    answer.status === status && answer.data === null && answer.error.name === name
export const isSorted = (values: readonly unknown[], least: (a: unknown, b: unknown) => boolean) =>
  values.every((value, index) => index === 0 || least(values[index - 1], value))
export const ascending = (name: string) => (answer: Answer) =>
  isSorted(
    list(answer).map((entry) => entry[name]),
    (a, b) => (a as string) <= (b as string),
  )
export const descending = (name: string) => (answer: Answer) =>
  isSorted(
    list(answer).map((entry) => entry[name]),
    (a, b) => (a as string) >= (b as string),
  )

/** `a` decides, and where it is equal, `b`. */
export const byFormatThen = (orderOfTitles: (a: string, b: string) => boolean) => (answer: Answer) =>
  isSorted(list(answer), (a, b) => {
    const [first, second] = [a as Entry, b as Entry]
    if (first.format !== second.format) return text(first, 'format') < text(second, 'format')
    return orderOfTitles(text(first, 'title'), text(second, 'title'))
  })
