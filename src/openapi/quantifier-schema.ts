/** A model → the schema of the extension `quantifiers` for its relations. */

import type { Model } from '../schema/schema.ts'
import { operandOf } from '../vocabulary/operators.ts'
import { COUNT_OPERATORS } from '../vocabulary/quantifiers.ts'
import { type Api, commonRef, displayNameOf, modelRef } from './api.ts'
import type { JsonSchema } from './document.ts'
import { anyOf, listOf, objectOf } from './json-schema.ts'

/** A filter on a related entry; a comparison of the entry itself compares its id. */
export function entryFilter(api: Api, uid: string): JsonSchema {
  return anyOf([modelRef(api, uid, 'Filters'), commonRef('NumberConditions')])
}

export function quantifierSchema(api: Api, model: Model): JsonSchema {
  const entry = entryFilter(api, model.uid)
  return {
    title: `Conditions on all ${displayNameOf(model)} entries of a relation`,
    ...objectOf({ ...ofOne(entry), $every: entry, $all: EACH, $count: countOf(entry) }, []),
    additionalProperties: false,
  }
}

/** The quantifiers of a relation to one entry. */
export function oneSchema(api: Api, uid: string): JsonSchema {
  return { ...objectOf(ofOne(entryFilter(api, uid)), []), additionalProperties: false }
}

const ofOne = (entry: JsonSchema) => ({ $some: entry, $none: entry })

const EACH: JsonSchema = {
  description: 'One field and a list of values: for each value there is an entry that has it.',
  type: 'object',
  // Generators take an object without it for one that has no properties.
  additionalProperties: true,
  minProperties: 1,
  maxProperties: 1,
}

const NUMBER: JsonSchema = { type: 'integer', minimum: 0 }

function countOf(entry: JsonSchema): JsonSchema {
  const operands = {
    value: NUMBER,
    list: listOf(NUMBER),
    pair: { ...listOf(NUMBER), minItems: 2, maxItems: 2 },
    flag: {},
  }
  const operators = COUNT_OPERATORS.map((operator) => [operator, operands[operandOf(operator)]])
  return anyOf([
    NUMBER,
    { ...objectOf({ ...Object.fromEntries(operators), $of: entry }, []), additionalProperties: false },
  ])
}
