import type { ModelSource, RawModel } from '../parse-model.ts'

interface BuiltIn {
  readonly collectionName: string
  readonly info: { readonly singularName: string; readonly pluralName: string; readonly displayName: string }
  readonly attributes: Readonly<Record<string, RawModel>>
  /** Attributes that databases of earlier versions have no column for. */
  readonly optional?: readonly string[]
}

/** A built-in type, written like a schema file so that the same code reads it. */
export function builtIn(uid: string, { optional = [], ...raw }: BuiltIn): ModelSource {
  return { uid, name: raw.info.singularName, raw, optional, hasRoutes: false }
}
