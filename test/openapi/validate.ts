/** Holds descriptions against the standard, and answers against descriptions. */

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApiDocument } from '../../src/index.ts'

type Json = Readonly<Record<string, unknown>>

/** Made once: they compile the standard's own schema. */
const validator = new Validator()
const rules = createConfig({ extends: ['spec'] })

/** Errors that at least one of two validators finds. */
export async function problemsOf(document: object): Promise<readonly string[]> {
  const text = JSON.stringify(document)
  const first = await validator.validate(JSON.parse(text))
  const second = await lintFromString({ source: text, absoluteRef: 'openapi.json', config: await rules })
  return [
    ...(first.valid ? [] : [JSON.stringify(first.errors)]),
    ...second.map(({ message, location }) => `${message} at ${location[0]?.pointer ?? '?'}`),
  ]
}

export interface Shapes {
  /** Errors of a value against the schema at this pointer; empty if it is valid. */
  faults(pointer: string, value: unknown): readonly string[]
}

/**
 * `sealed`: properties that the description does not mention are faults too, so that it must mention all there are.
 */
export function shapesOf(document: OpenApiDocument, { sealed }: { readonly sealed: boolean }): Shapes {
  // Each schema is compiled once, for a few values: code that runs faster would take longer to make.
  const code = { optimize: false }
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, inlineRefs: false, code })
  addFormats.default(ajv)
  ajv.addSchema({ ...(sealed ? seal(document, document) : document), $id: 'openapi' } as object)
  const compiled = new Map<string, ValidateFunction>()
  return {
    faults: (pointer, value) => {
      const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` })
      compiled.set(pointer, validate)
      return validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`)
    },
  }
}

/** `allOf`, and what stands beside it, is melted into one object first: each part alone would not mention what the others do. */
function seal(value: object, document: OpenApiDocument): object {
  if (Array.isArray(value)) return value.map((item) => (isObject(item) ? seal(item, document) : item))
  const melted = isObject(value) && Array.isArray(value.allOf) ? melt([...value.allOf, value], document) : value
  const entries = Object.entries(melted).map(([key, item]) => [
    key,
    typeof item === 'object' && item !== null ? seal(item, document) : item,
  ])
  const isOpen = isObject(melted) && isObject(melted.properties) && melted.additionalProperties === undefined
  return { ...Object.fromEntries(entries), ...(isOpen ? { additionalProperties: false } : {}) }
}

function melt(parts: readonly Json[], document: OpenApiDocument): Json {
  const whole = parts.map((part) => (typeof part.$ref === 'string' ? resolve(part.$ref, document) : part))
  const propertiesOf = (part: Json) => (isObject(part.properties) ? part.properties : {})
  const requiredOf = (part: Json) => (Array.isArray(part.required) ? part.required : [])
  return {
    type: 'object',
    properties: Object.assign({}, ...whole.map(propertiesOf)),
    required: whole.flatMap(requiredOf),
  }
}

function resolve(reference: string, document: OpenApiDocument): Json {
  const name = reference.slice('#/components/schemas/'.length)
  const schema = document.components.schemas[name]
  if (schema === undefined) throw new Error(`no schema ${name}`)
  return schema
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Where the schema of an answer stands. */
export function answerPointer(path: string, method = 'get', status = 200): string {
  return pointer('paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema')
}

export function pointer(...keys: readonly string[]): string {
  return keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')
}
