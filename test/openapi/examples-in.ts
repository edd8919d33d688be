import type { MediaType, OpenApiDocument } from '../../src/openapi/document.ts'
import { pointer } from './validate.ts'

export interface FoundExample {
  readonly at: string
  /** Where its schema stands. */
  readonly schema: string
  readonly value: unknown
}

/** Every example of a body, an answer or a parameter. */
export function examplesIn(document: OpenApiDocument): readonly FoundExample[] {
  return found(document, [])
}

function found(value: unknown, path: readonly string[]): readonly FoundExample[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'schema' in value ? examplesOf(value as MediaType, path) : []
  return [...own, ...Object.entries(value).flatMap(([key, item]) => found(item, [...path, key]))]
}

function examplesOf({ example, examples = {} }: MediaType, path: readonly string[]): readonly FoundExample[] {
  const values = [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)]
  return values.map((value) => ({ at: path.join(' '), schema: pointer(...path, 'schema'), value }))
}
