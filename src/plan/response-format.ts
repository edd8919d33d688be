/** The two forms of a response: flat, and the wrapped one of version 4 that old clients ask for by header. */

import type { Member, MemberValue, ObjectShape, Related } from './read-plan.ts'

export interface ResponseFormat {
  /** An entry from its members, identifiers first. */
  entry(members: readonly Member[]): ObjectShape
  relation(key: string, related: Related): Member
  component(key: string, related: Related): Member
  /** Dynamic zones, and relations to any type, which version 4 never wrapped. */
  polymorphic(key: string, related: Related): Member
}

export const FLAT: ResponseFormat = {
  entry: (members) => ({ members }),
  relation: (key, related) => ({ key, value: plain(related) }),
  component: (key, related) => ({ key, value: plain(related) }),
  polymorphic: (key, related) => ({ key, value: plain(related) }),
}

const IDENTIFIERS: ReadonlySet<string> = new Set(['id', 'documentId'])

export const WRAPPED: ResponseFormat = {
  entry: (members) => ({
    members: [
      ...members.filter(({ key }) => IDENTIFIERS.has(key)),
      { key: 'attributes', value: object(members.filter(({ key }) => !IDENTIFIERS.has(key))) },
    ],
  }),
  relation: (key, related) => ({
    key,
    value: object([{ key: 'data', value: wrappedRelation(related) }, ...metaOf(related)]),
  }),
  component: FLAT.component,
  polymorphic: FLAT.polymorphic,
}

/** A count is an object of its own: `{"count": 3}`; so is a page with its total: `{"data": […], "meta": {…}}`. */
function plain(related: Related): MemberValue {
  const value: MemberValue = { kind: 'related', related }
  if (related.as === 'count') return object([{ key: 'count', value }])
  const meta = metaOf(related)
  return meta.length === 0 ? value : object([{ key: 'data', value }, ...meta])
}

/** Empty where rows are not counted. */
function metaOf(related: Related): readonly Member[] {
  const { page } = related
  if (page === null || !page.withCount) return []
  return [{ key: 'meta', value: object([{ key: 'pagination', value: { kind: 'pageMeta', related, page } }]) }]
}

function wrappedRelation(related: Related): MemberValue {
  return related.as === 'count' ? object([{ key: 'attributes', value: plain(related) }]) : { kind: 'related', related }
}

function object(members: readonly Member[]): MemberValue {
  return { kind: 'object', shape: { members } }
}
