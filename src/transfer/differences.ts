/** Parts of an archive that the project cannot store. */

import { type Problem, ProjectError } from '../config/problem.ts'
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

/** Beyond this it is no archive of this project, and perhaps one that was made to fill the memory. */
const MOST_DIFFERENCES = 10_000

export function createDifferences(): Differences {
  const found = new Map<string, { readonly first: Difference; count: number }>()
  return {
    add: (difference) => {
      const key = [difference.kind, difference.type, difference.attribute ?? ''].join('\n')
      const known = found.get(key)
      if (known !== undefined) known.count += 1
      else if (found.size < MOST_DIFFERENCES) found.set(key, { first: difference, count: 1 })
      else throw tooMany([...found.values()].map(({ first }) => first))
    },
    list: () => [...found.values()].map(({ first, count }) => ({ ...first, count })),
  }
}

const SHOWN = 10

function tooMany(differences: readonly Difference[]): ProjectError {
  const message = `The archive has more than ${MOST_DIFFERENCES} attributes or types that the project cannot store. Is it an archive of another project? Nothing was imported.`
  const examples = differences.slice(0, SHOWN).map((difference) => toProblem({ ...difference, count: 1 }))
  return new ProjectError([...examples, { file: null, path: null, message }])
}

export function toProblem({ type, attribute, message, count }: CountedDifference): Problem {
  const place = attribute === null ? type : `${type}.${attribute}`
  return { file: null, path: place, message: count === 1 ? message : `${message} (${count} times)` }
}
