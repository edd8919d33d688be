import type { ModelSource, RawModel } from '../parse-model.ts'

interface BuiltIn {
  readonly collectionName: string
  readonly info: { readonly singularName: string; readonly pluralName: string; readonly displayName: string }
  readonly attributes: Readonly<Record<string, RawModel>>
  /** Attributes that databases of earlier versions have no column for. */
  readonly optional?: readonly string[]
}

/** A type that comes with the server, written like a schema file so that it takes the same way. */
export function builtIn(uid: string, { optional = [], ...raw }: BuiltIn): ModelSource {
  return { uid, name: raw.info.singularName, raw, optional, hasRoutes: false }
}
