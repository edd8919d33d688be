/** Hints for malformed paths: two slashes, the prefix twice, a version. */

import type { RestSettings } from '../config/settings.ts'

/** A hint repeats a path only if it is short and has no unusual characters. */
const PLAIN = /^[\w./:-]{1,100}$/

export function hintForShape(path: string, { prefix, extensions, profile }: RestSettings): string | undefined {
  if (!extensions.hints || profile === 'strapi' || !PLAIN.test(path)) return undefined
  if (path.includes('//')) return `There are two slashes where one belongs: ${path.replaceAll(/\/{2,}/g, '/')}`
  const below = path.slice(prefix.length)
  if (prefix !== '' && isUnder(prefix, below)) return `The path has ${prefix} twice: ${below}`
  const [, first = '', ...rest] = below.split('/')
  if (/^v\d+$/i.test(first) && rest.length > 0) return `Paths have no version in them: ${[prefix, ...rest].join('/')}`
  if (/^(?:api|plugin)::/i.test(first)) return 'This is the UID of a content type; its path has the plural name'
  return undefined
}

function isUnder(prefix: string, path: string): boolean {
  return path.toLowerCase().startsWith(`${prefix.toLowerCase()}/`)
}
