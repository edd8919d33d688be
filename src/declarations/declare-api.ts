/** The logical model → the text of a `.d.ts` that the client's types are computed from. It imports nothing. */

import type { ContentType, Model, Schema } from '../schema/schema.ts'
import { apiName } from './api-name.ts'
import { declareModel } from './declare-model.ts'
import { modelNames } from './model-names.ts'
import { propertyKey } from './notation.ts'
import { shownModels } from './shown-models.ts'

export function declareApi(schema: Schema): string {
  const models = shownModels(schema)
  const names = modelNames(models)
  const nameOf = (uid: string) => names.get(uid) ?? 'never'
  const types = models.filter((model) => model.kind !== 'component')
  const routed = types.filter((type) => type.hasRoutes)
  return [
    HEADER,
    declareMap('Api', 'For `createClient<Api>`: what is at each path.', routed, apiName, nameOf),
    declareMap('Uids', 'The same by their full names.', routed, ({ uid }) => uid, nameOf),
    declareMap('AnyType', 'What a relation to any type can lead to.', types, ({ uid }) => uid, nameOf),
    ...models.map((model) => declareModel(model, nameOf)),
  ].join('\n')
}

const HEADER = [
  '// Written by `lectern types` from the schema files. Do not change it: write it again when they change.',
  '// Private attributes are left out. How to use it: docs/client.md of lectern.',
  '',
].join('\n')

function declareMap(
  name: string,
  comment: string,
  types: readonly ContentType[],
  keyOf: (type: ContentType) => string,
  nameOf: (uid: Model['uid']) => string,
): string {
  const members = types.map((type) => {
    const key = keyOf(type)
    return `  ${propertyKey(key)}: ${nameOf(type.uid)}`
  })
  return [`/** ${comment} */`, `export interface ${name} {`, ...members, '}', ''].join('\n')
}
