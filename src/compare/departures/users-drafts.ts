/**
 * Related entries of users and files: there, Strapi returns both versions of a document, or its draft, whatever the
 * status.
 */

import { type Difference, isObject, type Json } from '../find-differences.ts'
import { isBare, type Pairing, type Step, stepsTo, valueAt } from './pairing.ts'

export function isDraftOfBare({ kind, place, strapi, lectern }: Difference, pairing: Pairing): boolean {
  if (!isBare(pairing) || asksForDrafts(pairing)) return false
  return stepsTo(place, pairing).some((step) => {
    if (!leadsToVersions(step, pairing)) return false
    const [own, next] = [step.place, place[step.place.length]]
    // A list contains the drafts in addition to the published rows.
    if (typeof next === 'number') return kind === 'entries' && isDraft(strapi) && lectern === undefined
    if (next === undefined && isDraft(strapi)) return lectern === null || isSameDocument(strapi, lectern)
    const [theirs, ours] = [bodyAt(pairing.strapi, own), bodyAt(pairing.lectern, own)]
    return isDraft(theirs) && isSameDocument(theirs, ours)
  })
}

function leadsToVersions({ attribute }: Step, { schema }: Pairing): boolean {
  if (attribute?.kind !== 'relation' && attribute?.kind !== 'localizations') return false
  return schema.contentTypes.get(attribute.target)?.draftAndPublish === true
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
