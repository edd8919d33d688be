/**
 * A stand-in for a package that a config file loads and that is not installed. It can be called, constructed and read, so
 * that the rest of the file is evaluated; values that come from it are found in the result, and never used.
 */

import { isRecord } from '../config/project-config.ts'

const PACKAGE = Symbol('package')

/** Looked at where a value is waited for, converted or listed. */
const NOT_THERE: readonly PropertyKey[] = ['then', 'toJSON', Symbol.iterator, Symbol.asyncIterator]

export function missingPackage(name: string): unknown {
  // Arrow functions cannot be constructed.
  const stand: unknown = new Proxy(function callable() {}, {
    get: (_target, key) => {
      if (key === PACKAGE) return name
      if (key === Symbol.toPrimitive) return () => refuse(name)
      return NOT_THERE.includes(key) ? undefined : stand
    },
    apply: () => stand,
    construct: () => stand as object,
  })
  return stand
}

function refuse(name: string): never {
  throw new Error(`it needs the package ${name}, which is not installed`)
}

/** The packages that parts of a value come from. */
export function packagesIn(value: unknown): readonly string[] {
  const name = packageOf(value)
  if (name !== null) return [name]
  const parts = Array.isArray(value) ? value : isPlain(value) ? Object.values(value) : []
  return [...new Set(parts.flatMap(packagesIn))]
}

function packageOf(value: unknown): string | null {
  return typeof value === 'function' ? ((value as { readonly [PACKAGE]?: string })[PACKAGE] ?? null) : null
}

/** An object that was written in the file: those of classes may lead anywhere. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value))
}
