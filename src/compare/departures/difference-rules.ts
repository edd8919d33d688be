/** Departures that are recognized by the values of both servers at one place of the response. */

import { ADMIN_USER_UID, FILE_UID } from '../../schema/schema.ts'
import { errorOf } from '../answer.ts'
import { type Difference, isList, isObject, type Json, type JsonObject, type JsonPath } from '../find-differences.ts'
import type { DepartureId } from './catalog.ts'
import { isLeftOut } from './facts.ts'
import { isBare, type Pairing, type Step, stepsTo, valueAt } from './pairing.ts'
import { hasParameter, sortNames, sortsBesideFields } from './query-steps.ts'
import { isDraftOfBare } from './users-drafts.ts'

export interface DifferenceRule {
  readonly departure: DepartureId
  explains(difference: Difference, pairing: Pairing): boolean
}

const lastOf = (difference: Difference, pairing: Pairing): Step | undefined => {
  const last = stepsTo(difference.place, pairing).at(-1)
  return last?.place.length === difference.place.length ? last : undefined
}

export const DIFFERENCE_RULES: readonly DifferenceRule[] = [
  {
    departure: 'names-told-apart',
    explains: ({ place }, pairing) =>
      isRefusedByBoth(pairing) &&
      (place.join('.') === 'error.details.path' || place.join('.') === 'error.message') &&
      sameKey(pairing),
  },
  {
    departure: 'error-words',
    explains: ({ place }, pairing) =>
      isRefusedByBoth(pairing) && place[0] === 'error' && ['name', 'message', 'details'].includes(String(place[1])),
  },
  {
    departure: 'big-integers',
    explains: (difference, pairing) => {
      const { strapi, lectern } = difference
      return isOfType('biginteger', difference, pairing) && isRounded(strapi, lectern)
    },
  },
  {
    departure: 'time-decimals',
    explains: (difference, pairing) => {
      const { strapi, lectern } = difference
      return isOfType('time', difference, pairing) && typeof strapi === 'string' && withDecimals(strapi) === lectern
    },
  },
  { departure: 'localizations', explains: isLeftOutLocalization },
  { departure: 'any-type-null', explains: isEmptiedByFields },
  {
    departure: 'file-related',
    explains: (difference, pairing) => {
      const last = lastOf(difference, pairing)
      const isRelated = last?.model.uid === FILE_UID && last.name === 'related'
      return isRelated && isList(difference.strapi) && difference.lectern === undefined
    },
  },
  { departure: 'any-type-leaks', explains: isLeak },
  { departure: 'any-type-administration', explains: isOfAdministration },
  {
    departure: 'sorted-columns',
    explains: ({ kind, place, strapi, lectern }, { pairs }) =>
      kind === 'keys' &&
      strapi !== undefined &&
      lectern === undefined &&
      hasParameter(pairs, 'fields') &&
      sortNames(pairs).some((names) => names.length === 1 && names[0] === ownKey(place)),
  },
  { departure: 'sorted-columns', explains: isSortedBelow },
  { departure: 'sorted-columns', explains: isPosition },
  { departure: 'users-drafts', explains: isDraftOfBare },
  { departure: 'ties', explains: isTie },
  { departure: 'localizations-order', explains: isUnorderedLocalizations },
  {
    departure: 'component-document-id',
    explains: ({ kind, place, strapi, lectern }, pairing) => {
      if (kind !== 'keys' || place.at(-1) !== 'documentId' || strapi !== undefined) return false
      const last = stepsTo(place, pairing).at(-1)
      return typeof lectern === 'string' && last?.name === 'documentId' && last.model.kind === 'component'
    },
  },
  {
    departure: 'foreign-relations',
    explains: (difference, pairing) => {
      const last = lastOf(difference, pairing)
      const isGone = difference.kind === 'keys' && difference.lectern === undefined
      return isGone && last !== undefined && isLeftOut(last.model, last.name)
    },
  },
  {
    departure: 'third-inverse',
    explains: (difference, pairing) => {
      const last = lastOf(difference, pairing)
      const isGone = difference.kind === 'keys' && difference.lectern === undefined
      return isGone && last?.model.inert.has(last.name) === true
    },
  },
  { departure: 'zone-left-overs', explains: isTakenOut },
  {
    departure: 'zone-on',
    explains: (difference, pairing) => {
      const [last] = stepsTo(difference.place.slice(0, -1), pairing).slice(-1)
      const { kind, strapi, lectern } = difference
      if (pairing.profile !== 'contract' || kind !== 'entries' || strapi !== undefined || !isObject(lectern))
        return false
      const named = pairing.pairs.some(({ keys }) => keys.includes('on') && keys.includes(String(lectern.__component)))
      return last?.attribute?.kind === 'dynamiczone' && hasOn(last.name, pairing) && !named
    },
  },
]

function isRefusedByBoth({ strapi, lectern }: Pairing): boolean {
  return strapi.status === 400 && lectern.status === 400
}

/** Whether both refuse the same name. */
function sameKey({ strapi, lectern }: Pairing): boolean {
  const keyOf = (answer: Pairing['strapi']) => {
    const details = errorOf(answer)?.details
    return isObject(details) ? details.key : undefined
  }
  return typeof keyOf(strapi) === 'string' && keyOf(strapi) === keyOf(lectern)
}

function isOfType(type: string, difference: Difference, pairing: Pairing): boolean {
  const attribute = lastOf(difference, pairing)?.attribute
  return attribute?.kind === 'scalar' && attribute.type === type
}

/** Whether Strapi's number is the other one rounded to a double, as SQLite returns it. */
function isRounded(strapi: Json | undefined, lectern: Json | undefined): boolean {
  const isWhole = (value: Json | undefined): value is string => typeof value === 'string' && /^-?\d+$/.test(value)
  return (
    isWhole(strapi) &&
    isWhole(lectern) &&
    Math.abs(Number(lectern)) > Number.MAX_SAFE_INTEGER &&
    Number(strapi) === Number(lectern)
  )
}

/** `10:11:12.5` and `10:11:12` with three decimals, as in Lectern. */
function withDecimals(time: string): string {
  const [seconds = '', decimals = ''] = time.split('.')
  return `${seconds}.${decimals.padEnd(3, '0')}`
}

/** Strapi omits from `localizations` every row that the same list also contains elsewhere. */
function isLeftOutLocalization(difference: Difference, pairing: Pairing): boolean {
  const { kind, place, strapi, lectern } = difference
  if (kind !== 'entries' || strapi !== undefined || !isObject(lectern)) return false
  const list = stepsTo(place.slice(0, -1), pairing).at(-1)
  if (list?.attribute?.kind !== 'localizations' || list.place.length !== place.length - 1) return false
  const owner = place.slice(0, -2)
  const around = pairing.strapi.json === null ? undefined : siblingsOf(owner, pairing.strapi.json.value, pairing)
  return around?.some((entry) => entry.id === lectern.id) === true
}

/** All entries at places that differ from this one only in list indexes. */
function siblingsOf(place: readonly (string | number)[], body: Json, pairing: Pairing): readonly JsonObject[] {
  const names = place.filter((key) => typeof key === 'string')
  const steps = stepsTo(place, pairing)
  if (steps.length === 0 && names.join('.') !== 'data') return []
  let entries: readonly Json[] = [body]
  for (const name of names) {
    entries = entries.flatMap((entry) => {
      const value = isObject(entry) ? entry[name] : undefined
      return isList(value) ? value : value === undefined ? [] : [value]
    })
  }
  return entries.filter(isObject)
}

/** A polymorphic relation with `fields` in the query, or its inverse side with `fields` of its own. */
function isEmptiedByFields({ kind, place, strapi, lectern }: Difference, pairing: Pairing): boolean {
  const last = stepsTo(place, pairing).at(-1)
  if (last === undefined || !isObject(lectern)) return false
  if (last.attribute?.kind === 'morphTo') return strapi === null && hasParameter(pairing.pairs, 'fields')
  if (last.attribute?.kind !== 'morphInverse') return false
  const isEmpty = strapi === null || (kind === 'entries' && strapi === undefined)
  return isEmpty && pairing.pairs.some(({ keys }) => keys[keys.indexOf('fields') - 1] === last.name)
}

/** Hidden attributes and drafts, which Strapi shows behind a polymorphic relation or its inverse side. */
function isLeak(difference: Difference, pairing: Pairing): boolean {
  const { kind, place, strapi, lectern } = difference
  const steps = stepsTo(place, pairing)
  const isMorph = ({ attribute }: Step) => attribute?.kind === 'morphInverse' || attribute?.kind === 'morphTo'
  const from = steps.findIndex(isMorph)
  if (from === -1 || strapi === undefined) return false
  const asksForDrafts = pairing.pairs.some(({ keys: [root], value }) => root === 'status' && value === 'draft')
  const isVersion = isObject(strapi) && 'publishedAt' in strapi && (strapi.publishedAt === null) !== asksForDrafts
  const isGone = lectern === undefined || lectern === null
  const last = steps.at(-1)
  if (isGone && isVersion && last !== undefined && isMorph(last)) return true
  if (kind !== 'keys' || lectern !== undefined || last === undefined || steps.length - 1 === from) return false
  return last.attribute === undefined || last.attribute.hidden || leadsToAdministrators(last)
}

/** A row of a polymorphic relation whose `__type` is a type of the administration. */
function isOfAdministration({ place, strapi, lectern }: Difference, pairing: Pairing): boolean {
  const isGone = lectern === undefined || lectern === null
  const isShown = isObject(strapi) && typeof strapi.__type === 'string' && strapi.__type.startsWith('admin::')
  return isGone && isShown && stepsTo(place, pairing).at(-1)?.attribute?.kind === 'morphTo'
}

function leadsToAdministrators({ attribute }: Step): boolean {
  return attribute?.kind === 'relation' && attribute.target === ADMIN_USER_UID
}

/** The name of the entry's own attribute: `title` for `data[0].title`, and for the `data.title` of a single type. */
function ownKey(place: JsonPath): string | undefined {
  const [, ...below] = place
  const names = typeof below[0] === 'number' ? below.slice(1) : below
  const [key] = names
  return names.length === 1 && typeof key === 'string' ? key : undefined
}

/** In Strapi, `populate[author][fields]=name&populate[author][sort]=age` also returns the age. */
function isSortedBelow({ kind, place, strapi, lectern }: Difference, { pairs }: Pairing): boolean {
  if (kind !== 'keys' || strapi === undefined || lectern !== undefined) return false
  const names = place.slice(1).filter((key) => typeof key === 'string')
  return sortsBesideFields(pairs).some((sort) => [...sort.way, ...sort.names].join('.') === names.join('.'))
}

/** Strapi sorts components by a column of their link, and returns it like an attribute of that name. */
function isPosition(difference: Difference, pairing: Pairing): boolean {
  const { kind, strapi, lectern } = difference
  const last = lastOf(difference, pairing)
  const isOrder = last?.model.kind === 'component' && last.name === 'order'
  const isAdded = kind === 'keys' && lectern === undefined && (strapi === null || typeof strapi === 'number')
  return isOrder && isAdded && pairing.pairs.some(({ keys }) => keys[0] === 'populate' && keys.includes('fields'))
}

/** Entries of a populated list that have changed places, but have equal sort values at each place. */
function isTie({ kind, place, strapi, lectern }: Difference, pairing: Pairing): boolean {
  const isWhole = place.length === 0 && isBare(pairing)
  if (kind !== 'order' || (place.length < 2 && !isWhole) || !isList(strapi) || !isList(lectern)) return false
  const name = place.findLast((key) => typeof key === 'string')
  const sorts = pairing.pairs.filter(({ keys }) => keys[0] === (isWhole ? 'sort' : 'populate') && keys.includes('sort'))
  const own = sorts.filter(({ keys }) => keys[keys.indexOf('sort') - 1] === name)
  const names = own.flatMap(({ keys, value }) => {
    const after = keys.slice(keys.indexOf('sort') + 1).filter((key) => key !== '' && !/^\d+$/.test(key))
    return after.length > 0
      ? [after.join('.')]
      : (value ?? '').split(',').map((part) => part.split(':')[0]?.trim() ?? '')
  })
  if (isWhole && sorts.length === 0) return isById(lectern)
  const list = pairing.strapi.json === null ? undefined : valueAt(pairing.strapi.json.value, place)
  if (names.length === 0 || !isList(list)) return false
  const byId = new Map(list.filter(isObject).map((entry) => [String(entry.id), entry]))
  const keyOf = (id: Json) => {
    const entry = byId.get(String(id))
    const values = names.map((sorted) => entry?.[sorted])
    return values.includes(undefined) ? null : JSON.stringify(values)
  }
  return strapi.every((id, at) => keyOf(id) !== null && keyOf(id) === keyOf(lectern[at] ?? null))
}

/** The request has no sort order; Lectern sorts by id. */
function isUnorderedLocalizations(difference: Difference, pairing: Pairing): boolean {
  const { kind, lectern } = difference
  const isOfLocales = lastOf(difference, pairing)?.attribute?.kind === 'localizations'
  if (kind !== 'order' || !isOfLocales || !isList(lectern)) return false
  const isSorted = hasSort(difference.place, pairing)
  return !isSorted && isById(lectern)
}

/**
 * An item of a zone whose schema file no longer lists its component. If the component itself has no schema file, Strapi
 * omits the item, too.
 */
function isTakenOut({ kind, place, strapi, lectern }: Difference, pairing: Pairing): boolean {
  if (kind !== 'entries' || lectern !== undefined || !isObject(strapi)) return false
  const list = place.slice(0, -1)
  const zone = stepsTo(list, pairing).at(-1)
  if (zone?.attribute?.kind !== 'dynamiczone' || zone.place.length !== list.length) return false
  const uid = String(strapi.__component)
  return pairing.schema.components.has(uid) && !zone.attribute.components.includes(uid)
}

function isById(ids: readonly Json[]): boolean {
  return ids.every((id, at) => at === 0 || Number(ids[at - 1]) < Number(id))
}

/** Whether the query sorts the list at that place: `populate[tags][sort]` for `data[0].tags`. */
function hasSort(place: Difference['place'], { pairs }: Pairing): boolean {
  const names = place.slice(1).filter((key) => typeof key === 'string')
  const isName = (key: string) => key !== 'populate' && key !== 'on' && !key.includes('.')
  return pairs.some(({ keys }) => {
    const at = keys.lastIndexOf('sort')
    return at !== -1 && keys.slice(0, at).filter(isName).join() === names.join()
  })
}

function hasOn(zone: string, { pairs }: Pairing): boolean {
  return pairs.some(({ keys }) => keys[0] === 'populate' && keys[keys.indexOf('on') - 1] === zone)
}
