/**
 * The requests worth trying first, made of the project's own types and values: a filter through a relation, populate,
 * a locale. Values come from the caller's own requests, so that nothing is shown that they may not read.
 */

import { findableTypes, nameInPath } from '../access/findable-types.ts'
import { targetOf, type VisibleSchema, visibleAttributes } from '../access/visible-schema.ts'
import { isRecord } from '../config/project-config.ts'
import type { Attribute, ContentType, MediaAttribute, Model, RelationAttribute } from '../schema/schema.ts'

export interface SuggestedRequest {
  readonly title: string
  /** Path and query string, readable: brackets are not encoded, values are. */
  readonly url: string
}

/** The `data` of the response to a request of this caller; null for an error. */
export type AskData = (url: string) => Promise<unknown>

/** Relations populated in one suggestion. */
const POPULATED = 2

/** Content types tried for each suggestion. */
const MOST_TYPES = 10

/** Characters of a value that a suggestion filters by. */
const LONGEST_VALUE = 60

export async function chooseRequests(
  view: VisibleSchema,
  prefix: string,
  ask: AskData,
): Promise<readonly SuggestedRequest[]> {
  const lists = findableTypes(view)
    .filter(({ kind }) => kind === 'collectionType')
    .sort((a, b) => visibleAttributes(view, b).length - visibleAttributes(view, a).length)
    .slice(0, MOST_TYPES)
    .map((type): List => ({ type, path: `${prefix}/${nameInPath(type)}`, label: labelOf(view, type) }))
  const chosen = [
    await firstOf(lists, (list) => filterRequest(view, list, ask)),
    await firstOf(lists, async (list) => populateRequest(view, list)),
    await firstOf(lists, (list) => localeRequest(list, ask)),
  ]
  return chosen.filter((request) => request !== null)
}

interface List {
  readonly type: ContentType
  readonly path: string
  /** The attribute that a person would know an entry by. */
  readonly label: string | null
}

async function firstOf(
  lists: readonly List[],
  make: (list: List) => Promise<SuggestedRequest | null>,
): Promise<SuggestedRequest | null> {
  for (const list of lists) {
    const made = await make(list)
    if (made !== null) return made
  }
  return null
}

async function filterRequest(
  view: VisibleSchema,
  { type, path }: List,
  ask: AskData,
): Promise<SuggestedRequest | null> {
  for (const relation of visibleAttributes(view, type).filter(isRelation)) {
    const label = labelOf(view, targetOf(view, relation))
    if (label === null) continue
    const key = `filters[${relation.name}][${label}]`
    const sample = `${path}?${key}[$notNull]=true&fields=documentId&populate[${relation.name}][fields]=${label}&pagination[limit]=1`
    const value = valueIn(await ask(sample), relation.name, label)
    if (value === null) continue
    return {
      title: `${nameInPath(type)} by the ${label} of their ${relation.name}`,
      url: `${path}?${key}[$eq]=${encodeURIComponent(value)}`,
    }
  }
  return null
}

function populateRequest(view: VisibleSchema, { type, path, label }: List): SuggestedRequest | null {
  const links = visibleAttributes(view, type).filter(isPopulated).slice(0, POPULATED)
  if (links.length === 0) return null
  const fields = label === null ? [] : [`fields=${label}`]
  const populate = links.map((link) => {
    const shown = link.kind === 'media' ? 'url' : labelOf(view, targetOf(view, link))
    return shown === null ? `populate[${link.name}]=true` : `populate[${link.name}][fields]=${shown}`
  })
  return {
    title: `${nameInPath(type)} with their ${links.map(({ name }) => name).join(' and ')}`,
    url: `${path}?${[...fields, ...populate].join('&')}`,
  }
}

/** Only locales of content that the caller finds: they may not be allowed to list the others. */
async function localeRequest({ type, path, label }: List, ask: AskData): Promise<SuggestedRequest | null> {
  if (!type.localized) return null
  const byDefault = valueIn(await ask(`${path}?fields=locale&pagination[limit]=1`), 'locale')
  const other = `${path}?locale=*&filters[locale][$ne]=${byDefault ?? ''}&fields=locale&pagination[limit]=1`
  const locale = valueIn(await ask(other), 'locale')
  if (locale === null) return null
  const fields = label === null ? '' : `&fields=${label}`
  return { title: `${nameInPath(type)} in ${locale}`, url: `${path}?locale=${encodeURIComponent(locale)}${fields}` }
}

function isRelation(attribute: Attribute): attribute is RelationAttribute {
  return attribute.kind === 'relation' && attribute.needsFind
}

function isPopulated(attribute: Attribute): attribute is RelationAttribute | MediaAttribute {
  return isRelation(attribute) || attribute.kind === 'media'
}

/** The attribute for a name or title; otherwise the first short text. Null if the model has no text. */
function labelOf(view: VisibleSchema, model: Model): string | null {
  const texts = visibleAttributes(view, model).filter((one) => one.kind === 'scalar' && one.type === 'string')
  const usual = texts.find(({ name }) => name === 'name' || name === 'title') ?? texts[0]
  return usual === undefined || usual.name === 'locale' ? null : usual.name
}

/** The short text at a path in the first entry; null without one. */
function valueIn(data: unknown, ...names: readonly string[]): string | null {
  const first: unknown = Array.isArray(data) ? data[0] : data
  const [name, ...rest] = names
  if (name === undefined) return typeof first === 'string' && first.length <= LONGEST_VALUE ? first : null
  return isRecord(first) ? valueIn(first[name], ...rest) : null
}
