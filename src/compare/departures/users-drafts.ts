/** Related entries of users: Strapi shows both versions of a document there, or its draft, whatever the status. */

import { USER_UID } from '../../schema/schema.ts'
import { type Difference, isObject, type Json } from '../find-differences.ts'
import { type Pairing, valueAt } from './pairing.ts'

export function isDraftOfUser({ kind, place, strapi, lectern }: Difference, pairing: Pairing): boolean {
  const at = place.findIndex((key) => typeof key === 'string')
  if (!isOfUsers(pairing) || !leadsToVersions(place[at], pairing) || asksForDrafts(pairing)) return false
  const [own, next] = [place.slice(0, at + 1), place[at + 1]]
  // In a list, the drafts stand beside the published rows.
  if (typeof next === 'number') return kind === 'entries' && isDraft(strapi) && lectern === undefined
  if (next === undefined && isDraft(strapi)) return lectern === null || isSameDocument(strapi, lectern)
  const [theirs, ours] = [bodyAt(pairing.strapi, own), bodyAt(pairing.lectern, own)]
  return isDraft(theirs) && isSameDocument(theirs, ours)
}

const isOfUsers = ({ route }: Pairing) => route?.kind === 'users' || route?.kind === 'user'

function leadsToVersions(name: string | number | undefined, { schema }: Pairing): boolean {
  const attribute = schema.contentTypes.get(USER_UID)?.attributes.get(String(name))
  return attribute?.kind === 'relation' && schema.contentTypes.get(attribute.target)?.draftAndPublish === true
}

function asksForDrafts({ pairs }: Pairing): boolean {
  return pairs.some(({ keys: [root], value }) => root === 'status' && value === 'draft')
}

function isDraft(value: Json | undefined): boolean {
  return isObject(value) && value.publishedAt === null
}

function isSameDocument(one: Json | undefined, other: Json | undefined): boolean {
  return isObject(one) && isObject(other) && one.documentId === other.documentId
}

function bodyAt({ json }: Pairing['strapi'], place: Difference['place']): Json | undefined {
  return json === null ? undefined : valueAt(json.value, place)
}
