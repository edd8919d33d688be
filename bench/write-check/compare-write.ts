import { componentAttributes } from '../load/component-attributes.ts'
import { firstDifference } from '../load/first-difference.ts'
import type { Said } from '../open-check/ask.ts'

const times = new Set(['createdAt', 'updatedAt', 'publishedAt'])

const wholeSeconds = /^\d\d:\d\d:\d\d$/

/** The two servers give new entries identifiers of their own. */
export type Twins = ReadonlyMap<string, string>

const inWordsOf = (text: string, twins: Twins): string =>
  text.replace(/[a-z][a-z0-9]{23}/g, (identifier) => twins.get(identifier) ?? identifier)

const withoutDocumentId = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutDocumentId)
  if (typeof value !== 'object' || value === null) return value
  const { documentId: _, ...others } = value as { readonly documentId?: string }
  return others
}

const comparableBody = (text: string, components: ReadonlySet<string>): unknown =>
  text === ''
    ? null
    : JSON.parse(text, (name, value: unknown) => {
        if (name === 'id') return undefined
        // Lectern generates one from the title if none was sent.
        if (name === 'slug') return undefined
        if (times.has(name)) return value === null ? null : 'a time'
        // Strapi shows as many decimals as it needs on PostgreSQL, Lectern always three.
        if (typeof value === 'string' && wholeSeconds.test(value)) return `${value}.000`
        return components.has(name) ? withoutDocumentId(value) : value
      })

export type Compare = (lectern: Said, strapi: Said, twins: Twins) => string | undefined

/** Finds differences between two responses. Errors are compared by status only. */
export const createCompare = (folder: string): Compare => {
  const components = componentAttributes(folder)
  return (lectern, strapi, twins) => {
    if (lectern.status !== strapi.status) return `status ${lectern.status} and ${strapi.status}`
    if (lectern.status >= 400) return undefined
    return firstDifference(
      comparableBody(lectern.text, components),
      comparableBody(inWordsOf(strapi.text, twins), components),
    )
  }
}
