/** The logical model → the text of a `.d.ts` that the client's types are computed from. It imports nothing. */

import { descriptionOf } from '../schema/description.ts'
import { isLocalized } from '../schema/models.ts'
import type { ContentType, Model, Schema } from '../schema/schema.ts'
import { apiName } from './api-name.ts'
import { declareModel } from './declare-model.ts'
import { modelNames } from './model-names.ts'
import { docComment, propertyKey, quoted } from './notation.ts'
import { shownModels } from './shown-models.ts'

/** What the types depend on besides the schema. */
export interface DeclaredFacts {
  /** Locale codes, for completion in editors; empty if they are not known. */
  readonly locales?: readonly string[]
  /** The extensions that are on. */
  readonly extensions?: readonly string[]
}

export function declareApi(schema: Schema, { locales = [], extensions = [] }: DeclaredFacts = {}): string {
  const models = shownModels(schema)
  const names = modelNames(models)
  const nameOf = (uid: string) => names.get(uid) ?? 'never'
  const types = models.filter((model) => model.kind !== 'component')
  const routed = types.filter((type) => type.hasRoutes)
  return [
    HEADER,
    declareMap(
      { name: 'Api', comment: 'The content types by path, for `createClient<Api>`.', types: routed, keyOf: apiName },
      nameOf,
    ),
    declareMap({ name: 'Uids', comment: 'The same by UID.', types: routed, keyOf: uidOf }, nameOf),
    declareMap(
      { name: 'AnyType', comment: 'The types that a polymorphic relation can contain.', types, keyOf: uidOf },
      nameOf,
    ),
    ...declareUnion('Locale', 'The locales when this file was written.', locales),
    ...declareUnion('Extensions', 'The extensions that are enabled on the server.', extensions),
    ...models.map((model) => declareModel(model, nameOf, sharedTypes(model, locales, extensions))),
  ].join('\n')
}

const HEADER = [
  '// Written by `lectern types` from the schema files. Do not change it: write it again when they change.',
  '// Private attributes are in bodies only. How to use it: docs/client.md of lectern.',
  '',
].join('\n')

function declareUnion(name: string, comment: string, members: readonly string[]): readonly string[] {
  if (members.length === 0) return []
  return [`/** ${comment} */\nexport type ${name} = ${members.map(quoted).join(' | ')}\n`]
}

/** Members with the same type in every model. */
function sharedTypes(model: Model, locales: readonly string[], extensions: readonly string[]): readonly string[] {
  return [
    ...(locales.length > 0 && isLocalized(model) ? ['locales: Locale'] : []),
    ...(extensions.length > 0 ? ['extensions: Extensions'] : []),
  ]
}

interface TypeMap {
  readonly name: string
  readonly comment: string
  readonly types: readonly ContentType[]
  readonly keyOf: (type: ContentType) => string
}

const uidOf = ({ uid }: ContentType): string => uid

function declareMap({ name, comment, types, keyOf }: TypeMap, nameOf: (uid: Model['uid']) => string): string {
  const members = types.flatMap((type) => [
    ...docComment(descriptionOf(type), '  '),
    `  ${propertyKey(keyOf(type))}: ${nameOf(type.uid)}`,
  ])
  return [`/** ${comment} */`, `export interface ${name} {`, ...members, '}', ''].join('\n')
}
