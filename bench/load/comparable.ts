import { normalizeTimes } from './normalize-times.ts'

const withoutDocumentId = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutDocumentId)
  if (typeof value !== 'object' || value === null) return value
  const { documentId: _, ...others } = value as { readonly documentId?: string }
  return others
}

/** A body without the two intended differences: decimals of times, and the `documentId` of Lectern's components. */
export const comparable = (text: string, componentAttributes: ReadonlySet<string>): unknown =>
  JSON.parse(text, (name, value: unknown) =>
    componentAttributes.has(name) ? withoutDocumentId(value) : normalizeTimes(name, value),
  )
