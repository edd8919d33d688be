/** Entries and bodies that could be real, made from the schema alone. */

import type { Attribute, Model } from '../schema/schema.ts'
import { modelOf } from '../schema/schema.ts'
import { type Api, inputAttributes, shownAttributes } from './api.ts'
import type { Json, JsonObject } from './document.ts'
import { EXAMPLE_DOCUMENT_ID, exampleValue } from './example-value.ts'

/** An entry without populated relations. */
export function exampleEntry(api: Api, model: Model): JsonObject {
  const values = shownAttributes(api, model).flatMap((attribute): readonly (readonly [string, Json])[] =>
    attribute.kind === 'scalar' ? [[attribute.name, exampleValue(attribute) ?? null]] : [],
  )
  return Object.fromEntries(values)
}

export function exampleInput(api: Api, model: Model): JsonObject {
  return inputOf(api, model, new Set())
}

/** Components may contain themselves: each is shown once on a path. */
function inputOf(api: Api, model: Model, above: ReadonlySet<string>): JsonObject {
  const within = new Set([...above, model.uid])
  const values = inputAttributes(api, model).flatMap((attribute): readonly (readonly [string, Json])[] => {
    const value = attributeInput(api, attribute, within)
    return value === undefined ? [] : [[attribute.name, value]]
  })
  return Object.fromEntries(values)
}

function attributeInput(api: Api, attribute: Attribute, within: ReadonlySet<string>): Json | undefined {
  const component = (uid: string) => inputOf(api, modelOf(api.view.schema, uid), within)
  switch (attribute.kind) {
    case 'scalar':
      return exampleValue(attribute)
    case 'relation':
    case 'morphInverse':
      return attribute.toMany ? { connect: [EXAMPLE_DOCUMENT_ID] } : EXAMPLE_DOCUMENT_ID
    case 'media':
      return attribute.toMany ? [1] : 1
    case 'component': {
      if (within.has(attribute.target)) return undefined
      const one = component(attribute.target)
      return attribute.toMany ? Array.from({ length: Math.max(1, attribute.min ?? 1) }, () => one) : one
    }
    case 'dynamiczone': {
      const uid = attribute.components.find((candidate) => !within.has(candidate))
      return uid === undefined ? undefined : [{ __component: uid, ...component(uid) }]
    }
    case 'morphTo':
    case 'localizations':
      return undefined
  }
}
