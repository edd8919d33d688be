/** Parts of an archive that the project cannot store. */

import type { Problem } from '../config/problem.ts'
import type { ScalarType } from '../schema/schema.ts'

export interface Difference {
  /** `missing` can be left out on purpose; anything `different` must be fixed. */
  readonly kind: 'missing' | 'different'
  /** UID of a content type or component. */
  readonly type: string
  /** Null: the type itself. */
  readonly attribute: string | null
  readonly message: string
  /** The type of the attribute that the value does not fit. */
  readonly unfit?: ScalarType
}

export interface Differences {
  add(difference: Difference): void
  /** Each once, with how often it was met. */
  list(): readonly CountedDifference[]
}

export interface CountedDifference extends Difference {
  readonly count: number
}

/** Their number depends on the schema, not on the size of the archive. */
export function createDifferences(): Differences {
  const found = new Map<string, { readonly first: Difference; count: number }>()
  return {
    add: (difference) => {
      const key = [difference.kind, difference.type, difference.attribute ?? ''].join('\n')
      const known = found.get(key)
      if (known === undefined) found.set(key, { first: difference, count: 1 })
      else known.count += 1
    },
    list: () => [...found.values()].map(({ first, count }) => ({ ...first, count })),
  }
}

export function toProblem({ type, attribute, message, count }: CountedDifference): Problem {
  const place = attribute === null ? type : `${type}.${attribute}`
  return { file: null, path: place, message: count === 1 ? message : `${message} (${count} times)` }
}
