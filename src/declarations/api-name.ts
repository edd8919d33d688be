import { pathOf } from '../client/path-of.ts'
import type { ContentType } from '../schema/schema.ts'

/** The path as a property: `press-releases` → `pressReleases`, unless the client could not convert it back. */
export function apiName({ kind, singularName, pluralName }: ContentType): string {
  // Paths are case-insensitive.
  const path = (kind === 'singleType' ? singularName : pluralName).toLowerCase()
  const name = path.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return /^\w+$/.test(name) && pathOf(name) === path ? name : path
}
