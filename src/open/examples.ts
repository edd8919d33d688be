/** Paths to show at startup: candidates are requested, and only those with content are shown. */

import type { ContentType } from '../schema/schema.ts'
import type { Lectern } from './lectern.ts'

const WANTED = 3

/** The page that describes the API. */
const DOCS = '/_docs/'

export async function exampleUrls(
  types: readonly ContentType[],
  prefix: string,
  fetch: Lectern['fetch'],
): Promise<readonly string[]> {
  const found: string[] = []
  for (const candidate of candidates(types, prefix)) {
    const response = await fetch(candidate)
    if (response.status === 200) found.push(candidate)
    if (found.length === WANTED) break
  }
  return (await fetch(DOCS)).status === 200 ? [...found, DOCS] : found
}

function candidates(types: readonly ContentType[], prefix: string): readonly string[] {
  const [rich, ...others] = types
    .filter((type) => type.kind === 'collectionType')
    .sort((a, b) => b.attributes.size - a.attributes.size)
  if (rich === undefined) return types.map((type) => `${prefix}/${type.singularName}`)
  const path = `${prefix}/${rich.pluralName}`
  return [
    path,
    `${path}?populate=*`,
    `${path}?sort=createdAt:desc&fields=createdAt`,
    ...others.map((type) => `${prefix}/${type.pluralName}`),
  ]
}
