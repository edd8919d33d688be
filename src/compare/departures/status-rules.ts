/** Departures that show only in the status: Strapi fails, or ignores a part of the request. */

import { modelsOf } from '../../schema/models.ts'
import { COMPARISON_OPERATORS, EXACT_TEXT_OPERATORS, isOf, OPERATORS } from '../../vocabulary/operators.ts'
import { type ValueKind, valueKind } from '../../vocabulary/scalar-types.ts'
import { errorOf } from '../answer.ts'
import { isList, isObject, type Json } from '../find-differences.ts'
import type { Pair } from '../query-pairs.ts'
import type { DepartureId } from './catalog.ts'
import { comparesFraction, comparesTextAsJson, countsBesideOthers } from './failing-values.ts'
import { type Pairing, typeOf } from './pairing.ts'
import {
  filterUses,
  populateFilterUses,
  type QueryStep,
  sortedBy,
  sortNames,
  sortSteps,
  stepsAlong,
} from './query-steps.ts'

export interface StatusRule {
  readonly departure: DepartureId
  explains(pairing: Pairing): boolean
}

/** qs does not split deeper keys. */
const DEEPEST_BRACKETS = 20

const TEXTS: readonly ValueKind[] = ['text', 'choice']
const TEXT_OPERATORS: ReadonlySet<string> = new Set(EXACT_TEXT_OPERATORS)
const ORDERING: ReadonlySet<string> = new Set(
  COMPARISON_OPERATORS.filter((operator) => isOf(OPERATORS[operator].test, 'order')),
)
const GROUPS = new Set(['$and', '$or'])

/**
 * Strapi responded with a 500 and Lectern with content. With filters that exclude it, a single type is a 404 and a user
 * a 204.
 */
const onlyStrapiFails = ({ strapi, lectern, route }: Pairing) =>
  strapi.status === 500 &&
  errorOf(strapi)?.name === 'InternalServerError' &&
  (lectern.status === 200 ||
    (lectern.status === 404 && route?.kind === 'single') ||
    (lectern.status === 204 && (route?.kind === 'user' || route?.kind === 'me')))

export const STATUS_RULES: readonly StatusRule[] = [
  {
    departure: 'json-order',
    explains: (pairing) =>
      pairing.lectern.status === 400 &&
      [...filterUses(pairing), ...populateFilterUses(pairing)].some(({ steps, operators }) => {
        const attribute = steps.at(-1)?.attribute
        const isJson = attribute?.kind === 'scalar' && valueKind(attribute.type) === 'json'
        return isJson && operators.some((name) => ORDERING.has(name))
      }),
  },
  {
    departure: 'crash',
    explains: ({ strapi, lectern }) =>
      strapi.status === 500 &&
      errorOf(strapi)?.name === 'InternalServerError' &&
      lectern.status === 400 &&
      typeof errorOf(lectern)?.message === 'string',
  },
  {
    departure: 'relation-not',
    explains: (pairing) =>
      onlyStrapiFails(pairing) &&
      [...filterUses(pairing), ...populateFilterUses(pairing)].some(({ pair }) =>
        followsRelation(pair.keys, '$not', pairing),
      ),
  },
  {
    departure: 'field-groups',
    explains: (pairing) =>
      onlyStrapiFails(pairing) &&
      filterUses(pairing).some(({ pair: { keys }, steps }) => {
        const last = steps.at(-1)?.attribute
        return last?.kind === 'scalar' && GROUPS.has(keys[keys.indexOf(last.name) + 1] ?? '')
      }),
  },
  {
    departure: 'relation-operators',
    explains: (pairing) => onlyStrapiFails(pairing) && mixesOperators(pairing),
  },
  {
    departure: 'deep-populate-sort',
    explains: (pairing) => onlyStrapiFails(pairing) && pairing.pairs.some(sortsDeeplyInPopulate),
  },
  { departure: 'any-type-gone', explains: (pairing) => onlyStrapiFails(pairing) && showsNothingOfAnyType(pairing) },
  {
    departure: 'text-in-numbers',
    explains: (pairing) =>
      onlyStrapiFails(pairing) &&
      filterUses(pairing).some(({ steps, operators }) => {
        const attribute = steps.at(-1)?.attribute
        const isText = attribute?.kind === 'scalar' && TEXTS.includes(valueKind(attribute.type))
        return attribute !== undefined && !isText && operators.some((name) => TEXT_OPERATORS.has(name))
      }),
  },
  {
    departure: 'text-as-json',
    explains: (pairing) => onlyStrapiFails(pairing) && comparesTextAsJson(pairing),
  },
  {
    departure: 'fraction-of-whole',
    explains: (pairing) => onlyStrapiFails(pairing) && comparesFraction(pairing),
  },
  {
    departure: 'count-beside-others',
    explains: (pairing) => onlyStrapiFails(pairing) && countsBesideOthers(pairing),
  },
  { departure: 'repeated-sort', explains: (pairing) => onlyStrapiFails(pairing) && repeatsSort(pairing) },
  {
    departure: 'media-filter',
    explains: (pairing) =>
      pairing.profile === 'contract' &&
      pairing.strapi.status === 200 &&
      pairing.lectern.status === 400 &&
      filterUses(pairing).some(({ steps }) =>
        steps.some(
          ({ attribute }) =>
            attribute.kind === 'media' && errorOf(pairing.lectern)?.message?.toString().includes(attribute.name),
        ),
      ),
  },
  {
    departure: 'deep-brackets',
    explains: ({ pairs, strapi, lectern }) =>
      strapi.status === 400 && lectern.status === 200 && pairs.some(({ keys }) => keys.length > DEEPEST_BRACKETS + 1),
  },
  {
    departure: 'sort-status',
    explains: (pairing) => onlyStrapiFails(pairing) && sortSteps(pairing).some(endsInStatusOfComponent),
  },
  {
    departure: 'component-document-id',
    explains: (pairing) => onlyStrapiFails(pairing) && namesDocumentIdOfComponent(pairing),
  },
  {
    departure: 'inert-filters',
    explains: (pairing) => {
      const details = errorOf(pairing.lectern)?.details
      const key = isObject(details) ? details.key : undefined
      const isInert = typeof key === 'string' && modelsOf(pairing.schema).some(({ inert }) => inert.has(key))
      const isUsed = pairing.pairs.some(({ keys }) => keys.includes('filters') || keys.includes('sort'))
      return pairing.lectern.status === 400 && pairing.strapi.status !== 400 && isInert && isUsed
    },
  },
  { departure: 'inert-below', explains: populatesBelowInert },
  { departure: 'role-users', explains: refusesUsersOfRole },
  { departure: 'unchecked-below-any-type', explains: refusesBelowOtherSide },
  {
    departure: 'drafts-granted',
    explains: ({ drafts, pairs, strapi, lectern }) =>
      drafts === 'granted' &&
      strapi.status === 200 &&
      lectern.status === 403 &&
      pairs.some(({ keys: [root], value }) => root === 'publicationFilter' || (root === 'status' && value === 'draft')),
  },
  { departure: 'no-route', explains: isOfProjectCode },
]

/** One of the entry's own attributes is a sort key twice, and there is also a sort key of a related entry. */
function repeatsSort({ pairs }: Pairing): boolean {
  const names = sortNames(pairs)
  const own = names.filter(({ length }) => length === 1).map(([name]) => name)
  return own.length < names.length && new Set(own).size < own.length
}

/** A polymorphic relation is populated, and null somewhere in the response. */
function showsNothingOfAnyType({ schema, pairs, lectern }: Pairing): boolean {
  const names = modelsOf(schema)
    .flatMap(({ attributes }) => [...attributes.values()])
    .flatMap((attribute) => (attribute.kind === 'morphTo' && !attribute.toMany ? [attribute.name] : []))
  const body = lectern.json?.value
  return body !== undefined && pairs.some(({ keys: [root] }) => root === 'populate') && hasNull(body, new Set(names))
}

function hasNull(value: Json, names: ReadonlySet<string>): boolean {
  if (isList(value)) return value.some((item) => hasNull(item, names))
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, inner]) => (inner === null ? names.has(key) : hasNull(inner, names)))
}

/** For `populate[owner]=*` and `populate[owner][populate]=…`, where `owner` is inert: Strapi's error names it. */
function populatesBelowInert({ schema, pairs, strapi, lectern }: Pairing): boolean {
  const details = errorOf(strapi)?.details
  const path = isObject(details) && typeof details.path === 'string' ? details.path.split('.') : []
  const isInert = (name: string) => modelsOf(schema).some(({ inert }) => inert.has(name))
  const named = path.find(isInert)
  return (
    strapi.status === 400 &&
    lectern.status === 200 &&
    named !== undefined &&
    pairs.some(({ keys: [root, ...names] }) => root === 'populate' && names.includes(named))
  )
}

/** For `filters[author][role][users]` and `populate=role.users`. */
function refusesUsersOfRole({ pairs, strapi, lectern }: Pairing): boolean {
  const details = errorOf(lectern)?.details
  const isUsers = isObject(details) && (details.key === 'users' || String(details.key).startsWith('users.'))
  const named = pairs.some(({ keys, value }) => /\brole\b.*\busers\b/.test([...keys, value ?? ''].join('.')))
  const isAnswered = strapi.status === 200 || strapi.status === 204
  return lectern.status === 400 && isAnswered && isUsers && named
}

/** For `sort=vac.status`, where `vac` is a component. */
function endsInStatusOfComponent(steps: readonly QueryStep[]): boolean {
  const last = steps.at(-1)
  return last?.model.kind === 'component' && last.attribute.name === 'status'
}

/** The operator comes right after a relation: `filters[author][$not]`. */
function followsRelation(keys: readonly string[], operator: string, pairing: Pairing): boolean {
  const type = typeOf(pairing)
  if (type === null) return false
  return keys.some((key, at) => {
    const before = key === operator ? stepsAlong(keys.slice(1, at), type, pairing).at(-1)?.attribute : undefined
    return before !== undefined && before.kind !== 'scalar' && keys[at - 1] === before.name
  })
}

/** Lectern refuses a name that comes after the inverse side of a polymorphic relation: `filters[notes][nothing]`. */
function refusesBelowOtherSide(pairing: Pairing): boolean {
  const type = typeOf(pairing)
  const details = errorOf(pairing.lectern)?.details
  const key = isObject(details) ? details.key : undefined
  const isAnswered = pairing.strapi.status === 200 || pairing.strapi.status === 404
  if (pairing.lectern.status !== 400 || !isAnswered || type === null) return false
  const ways = [...filterUses(pairing).map(({ pair }) => pair.keys.slice(1)), ...sortNames(pairing.pairs)]
  return ways.some((names) =>
    names.some((name, at) => {
      const above = stepsAlong(names.slice(0, at), type, pairing)
      return name === key && above.some(({ attribute }) => attribute.kind === 'morphInverse')
    }),
  )
}

/**
 * Several operators at one relation, or an operator together with attributes of its target. `$or` and `$and` count as
 * operators.
 */
function mixesOperators(pairing: Pairing): boolean {
  const type = typeOf(pairing)
  if (type === null) return false
  const below = new Map<string, Set<string>>()
  for (const { pair } of [...filterUses(pairing), ...populateFilterUses(pairing)]) {
    const { keys } = pair
    for (let at = keys.lastIndexOf('filters') + 2; at < keys.length; at += 1) {
      const last = stepsAlong(keys.slice(1, at), type, pairing).at(-1)?.attribute
      if (last === undefined || last.kind === 'scalar' || last.name !== keys[at - 1]) continue
      const place = keys.slice(0, at).join('[')
      below.set(place, (below.get(place) ?? new Set()).add(keys[at] ?? ''))
    }
  }
  const isOperator = (key: string) => key.startsWith('$')
  return [...below.values()].some((keys) => keys.size > 1 && [...keys].some(isOperator))
}

/** For `populate[seo][fields]=documentId` and `filters[seo][documentId]`. */
function namesDocumentIdOfComponent(pairing: Pairing): boolean {
  const type = typeOf(pairing)
  return pairing.pairs.some(({ keys, value }) => {
    const names = keys.includes('fields') ? [...keys.slice(1), ...(value ?? '').split(',')] : keys.slice(1)
    const way = names.includes('documentId') ? names.slice(0, names.indexOf('documentId')) : []
    return type !== null && stepsAlong(way, type, pairing).at(-1)?.attribute.kind === 'component'
  })
}

/** For `populate[tags][sort]=label:desc,articles.title` and `populate[tags][sort][articles][title]=desc`. */
function sortsDeeplyInPopulate({ keys, value }: Pair): boolean {
  const nested = keys.slice(keys.lastIndexOf('sort') + 1)
  return keys[0] === 'populate' && keys.includes('sort') && sortedBy(nested, value).some(({ length }) => length > 1)
}

/** Only Strapi serves routes of plugins and of the project's own code. */
function isOfProjectCode({ route, strapi, lectern }: Pairing): boolean {
  if (lectern.status !== 404 || strapi.status === 404 || strapi.status >= 500) return false
  if (route === null) return true
  if (route.kind !== 'entry' || strapi.status !== 200) return false
  // `/articles/featured`: a response that is not the entry of that name comes from a custom route.
  const data = isObject(strapi.json?.value) ? strapi.json.value.data : undefined
  return isList(data) || !isObject(data) || data.documentId !== route.documentId
}
