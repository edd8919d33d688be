/** The logical model → the text of a `.d.ts` that the client's types are computed from. It imports nothing. */

import { descriptionOf } from '../schema/description.ts'
import type { ContentType, Model, Schema } from '../schema/schema.ts'
import { apiName } from './api-name.ts'
import { declareModel } from './declare-model.ts'
import { modelNames } from './model-names.ts'
import { docComment, propertyKey, quoted } from './notation.ts'
import { shownModels } from './shown-models.ts'

/** `locales`: codes for editors to complete; none where they are not known. */
export function declareApi(schema: Schema, locales: readonly string[] = []): string {
  const models = shownModels(schema)
  const names = modelNames(models)
  const nameOf = (uid: string) => names.get(uid) ?? 'never'
  const types = models.filter((model) => model.kind !== 'component')
  const routed = types.filter((type) => type.hasRoutes)
  return [
    HEADER,
    declareMap(
      { name: 'Api', comment: 'For `createClient<Api>`: what is at each path.', types: routed, keyOf: apiName },
      nameOf,
    ),
    declareMap({ name: 'Uids', comment: 'The same by their full names.', types: routed, keyOf: uidOf }, nameOf),
    declareMap({ name: 'AnyType', comment: 'What a relation to any type can lead to.', types, keyOf: uidOf }, nameOf),
    ...declareLocales(locales),
    ...models.map((model) => declareModel(model, nameOf, locales.length > 0 && isLocalized(model))),
  ].join('\n')
}

const HEADER = [
  '// Written by `lectern types` from the schema files. Do not change it: write it again when they change.',
  '// Private attributes are left out. How to use it: docs/client.md of lectern.',
  '',
].join('\n')

function declareLocales(locales: readonly string[]): readonly string[] {
  if (locales.length === 0) return []
  const codes = locales.map(quoted).join(' | ')
  return [`/** The locales there were when this was written. */\nexport type Locale = ${codes}\n`]
}

function isLocalized(model: Model): boolean {
  return model.kind !== 'component' && model.localized
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
