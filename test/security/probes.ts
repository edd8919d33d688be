/** Every notation of a name in a request, generated from the schema: hidden names must be unknown in all of them. */

import { type Attribute, type ContentType, type Model, modelOf, type Schema } from '../../src/schema/schema.ts'
import { COMPARISON_OPERATORS, type ComparisonOperator, operandOf } from '../../src/vocabulary/operators.ts'

/** One step of a path through the schema; `on` for one type or component of a polymorphic attribute. */
export interface Step {
  readonly name: string
  readonly on: string | null
  readonly target: Model
}

export interface Way {
  readonly root: ContentType
  readonly steps: readonly Step[]
}

export interface HiddenName {
  readonly model: Model
  readonly attribute: Attribute
}

export function modelsOf(schema: Schema): readonly Model[] {
  return [...schema.contentTypes.values(), ...schema.components.values()]
}

export function hiddenNames(schema: Schema): readonly HiddenName[] {
  return modelsOf(schema).flatMap((model) =>
    [...model.attributes.values()].filter(({ hidden }) => hidden).map((attribute) => ({ model, attribute })),
  )
}

export function rootsOf(schema: Schema): readonly ContentType[] {
  return [...schema.contentTypes.values()].filter(({ hasRoutes }) => hasRoutes)
}

export function urlOf(type: ContentType): string {
  return `/api/${type.kind === 'singleType' ? type.singularName : type.pluralName}`
}

/** All paths up to a length along visible attributes, shortest first. */
export function waysFrom(schema: Schema, hops: number): readonly Way[] {
  const levels: Way[][] = [rootsOf(schema).map((root) => ({ root, steps: [] }))]
  for (let hop = 0; hop < hops; hop += 1) {
    const longer = (levels.at(-1) ?? []).flatMap((way) =>
      stepsFrom(schema, endOf(way)).map((step) => ({ root: way.root, steps: [...way.steps, step] })),
    )
    levels.push(longer)
  }
  return levels.flat()
}

export function endOf({ root, steps }: Way): Model {
  return steps.at(-1)?.target ?? root
}

function stepsFrom(schema: Schema, model: Model): readonly Step[] {
  return [...model.attributes.values()].flatMap((attribute): readonly Step[] => {
    if (attribute.hidden || attribute.kind === 'scalar') return []
    const step = (uid: string, on: string | null): Step => ({ name: attribute.name, on, target: modelOf(schema, uid) })
    if (attribute.kind === 'dynamiczone') return attribute.components.map((uid) => step(uid, uid))
    if (attribute.kind === 'morphTo') return rootsOf(schema).map(({ uid }) => step(uid, uid))
    return [step(attribute.target, null)]
  })
}

/** For every model, a few of the paths to it, of every length, through relations and through fragments. */
export function chosenWays(schema: Schema, hops: number, each: number): ReadonlyMap<string, readonly Way[]> {
  const chosen = new Map<string, Map<string, Way[]>>()
  for (const way of waysFrom(schema, hops)) {
    const ofModel = chosen.get(endOf(way).uid) ?? new Map<string, Way[]>()
    const shape = `${way.steps.length} ${way.steps.some(({ on }) => on !== null)}`
    const alike = ofModel.get(shape) ?? []
    if (alike.length < each) ofModel.set(shape, [...alike, way])
    chosen.set(endOf(way).uid, ofModel)
  }
  return new Map([...chosen].map(([uid, shapes]) => [uid, [...shapes.values()].flat()]))
}

const brackets = (names: readonly string[]): string => names.map((name) => `[${encodeURIComponent(name)}]`).join('')

function operandsOf(operator: ComparisonOperator, value: string): readonly string[] {
  switch (operandOf(operator)) {
    case 'flag':
      return ['=true', '=false']
    case 'pair':
      return [`[0]=&[1]=${value}`]
    case 'list':
      return [`[0]=${value}`]
    case 'value':
      return [`=${value}`]
  }
}

/** The part of the forms to generate: every nth operator in groups and every nth other form, beginning with the `from`th. */
export interface Share {
  readonly operators: number
  readonly forms: number
  readonly from: number
}

export const ALL: Share = { operators: 1, forms: 1, from: 0 }

/** Another part for each `from`: consecutive names cover all combinations together. */
export const mostOf = (from: number): Share => ({ operators: 8, forms: 1, from })
export const partOf = (from: number): Share => ({ operators: 16, forms: 3, from })
export const fewOf = (from: number): Share => ({ operators: 32, forms: 6, from })
export const hardlyAnyOf = (from: number): Share => ({ operators: 64, forms: 16, from })

const every = (times: number, from: number, items: readonly string[]) =>
  items.filter((_, index) => index % times === from % times)

/** `[name][$op]=value`, alone and in groups around and inside the name; put after `filters`. */
function comparisons(path: readonly string[], value: string): readonly string[] {
  const at = brackets(path)
  return COMPARISON_OPERATORS.flatMap((operator) =>
    operandsOf(operator, value).flatMap((operand) =>
      [
        `${at}[${operator}]`,
        `[$and][0]${at}[${operator}]`,
        `[$or][0]${at}[${operator}]`,
        `[$not]${at}[${operator}]`,
        `[$or][0][$not][$and][0]${at}[${operator}]`,
        `${at}[$not][${operator}]`,
        `${at}[$or][0][${operator}]`,
      ].map((form) => `${form}${operand}`),
    ),
  )
}

/** All filters on the attribute at the end of a path through relations. */
export function filtersOf(path: readonly string[], value: string, share: Share): readonly string[] {
  const others = otherFilters(path, brackets(path.slice(0, -1)), value)
  return [...every(share.operators, share.from, comparisons(path, value)), ...every(share.forms, share.from, others)]
}

/** Other forms of filters, also of extensions. `before`: the brackets of the relation or zone before the name. */
function otherFilters(path: readonly string[], before: string, value: string): readonly string[] {
  const at = brackets(path)
  const inside = at.slice(before.length)
  const ofEntries = ['$some', '$every', '$none'].map((quantifier) => `${before}[${quantifier}]${inside}=${value}`)
  return [
    `${at}=${value}`,
    `${at}[0]=${value}`,
    `${at}`,
    `${at}[id][$gt]=0`,
    `${at}[documentId]=${value}`,
    `${at}[$some][id][$gt]=0`,
    `${at}[$count][$gte]=1`,
    `${at}[$null]=true`,
    `${at}[on][blocks.quote]=true`,
    `${at}[__component]=blocks.quote`,
    `${at}[__type][$ne]=api::article.article`,
    `${at}[$path][a.b][$gt]=0`,
    `${at}[$path][a][$null]=true`,
    `${at}[$has]=${value}`,
    ...(before === ''
      ? []
      : [...ofEntries, `${before}[$all]${inside}[0]=${value}`, `${before}[$count][$of]${inside}=${value}`]),
  ]
}

/** A comparison after the parameter it belongs to; a pair's second value needs the whole name again. */
function asParameter(prefix: string, comparison: string): string {
  const [first = '', second] = comparison.split('&')
  if (second === undefined) return `${prefix}${first}`
  const name = first.slice(0, first.lastIndexOf('[0]'))
  return `${prefix}${first}&${prefix}${name}${second}`
}

/** Requests that name an attribute at the end of a path, in every parameter. */
export function probesOf(way: Way, name: string, value: string, share: Share): readonly string[] {
  const base = urlOf(way.root)
  const text = encodeURIComponent(value)
  const place = `populate${populateBrackets(way.steps)}`
  const path = [...way.steps.flatMap(({ name, on }) => (on === null ? [name] : [name, 'on', on])), name]
  const dotted = [...way.steps.map((step) => step.name), name].join('.')
  const isRoot = way.steps.length === 0
  const optionFilters = (comparison: string) => asParameter(`${place}[filters]`, comparison)
  const operators = [
    ...(isRoot ? [] : comparisons([name], text).map(optionFilters)),
    ...comparisons(path, text).map((comparison) => asParameter('filters', comparison)),
  ]
  const forms = [
    ...(isRoot ? rootForms(name) : optionForms(place, name, text)),
    ...(isRoot ? [] : otherFilters([name], '', text).map(optionFilters)),
    ...otherFilters(path, beforeName(way), text).map((filter) => asParameter('filters', filter)),
    // Sort keys cannot lead through zones and relations to any type.
    ...(way.steps.some(({ on }) => on !== null) ? [] : [...sortsOf('sort', path), ...pagesOf(way.root, dotted)]),
    `populate=${dotted}`,
    `populate[0]=${dotted}`,
  ]
  const chosen = [...every(share.operators, share.from, operators), ...every(share.forms, share.from, forms)]
  return chosen.map((parameter) => `${base}?${parameter}`)
}

/** The relation or zone that a quantifier is applied to. */
function beforeName({ steps }: Way): string {
  return brackets(
    steps.flatMap(({ name, on }, index) => (on === null || index === steps.length - 1 ? [name] : [name, 'on', on])),
  )
}

/** `[a][populate][b][on][uid][populate][c]` */
export function populateBrackets(steps: readonly Step[]): string {
  return steps
    .map(({ name, on }, index) => `${index === 0 ? '' : '[populate]'}[${name}]${on === null ? '' : `[on][${on}]`}`)
    .join('')
}

function rootForms(name: string): readonly string[] {
  return [
    `fields=${name}`,
    `fields=id,${name}`,
    `fields=-${name}`,
    `populate=*,-${name}`,
    `populate=**,-${name}`,
    `fields[0]=id&fields[1]=${name}`,
    `populate[${name}]=true`,
    `populate[${name}]=*`,
    `populate[${name}][fields][0]=id`,
    `populate[${name}][populate]=*`,
    `populate[${name}][filters][id][$gt]=0`,
    `populate[${name}][count]=true`,
    `_q[text]=a&_q[in]=${name}`,
    `_q[text]=a&_q[in][0]=id&_q[in][1]=${name}`,
  ]
}

function optionForms(place: string, name: string, value: string): readonly string[] {
  return [
    ...sortsOf(`${place}[sort]`, [name]),
    `${place}[fields]=${name}`,
    `${place}[fields]=-${name}`,
    `${place}[populate][0]=*&${place}[populate][1]=-${name}`,
    `${place}[fields][0]=id&${place}[fields][1]=${name}`,
    `${place}[populate]=${name}`,
    `${place}[populate][0]=${name}`,
    `${place}[populate][${name}]=true`,
    `${place}[populate][${name}][fields][0]=id`,
    `${place}[${name}]=true`,
    `${place}[${name}][$eq]=${value}`,
  ]
}

/** By cursor, with the first page and with a forged cursor, and with counts by value. */
function pagesOf({ kind }: ContentType, dotted: string): readonly string[] {
  if (kind === 'singleType') return []
  return [
    `sort=${dotted}&pagination[start][after]=`,
    `sort=${dotted}:desc&pagination[start][before]=${FORGED}`,
    `pagination[withCount][by]=${dotted}`,
    `pagination[withCount][byOthers][0]=${dotted}`,
  ]
}

const FORGED = Buffer.from(JSON.stringify([1, 'digest', 't', 'i1'])).toString('base64url')

function sortsOf(param: string, path: readonly string[]): readonly string[] {
  const dotted = path.join('.')
  return [
    `${param}=${dotted}`,
    `${param}=${dotted}:desc`,
    `${param}=id,${dotted}:asc`,
    `${param}[0]=${dotted}`,
    `${param}[0]${brackets(path)}=asc`,
    `${param}${brackets(path)}=desc`,
    `${param}=${dotted}.$count`,
  ]
}
