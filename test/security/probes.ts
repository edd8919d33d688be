/** Every way to write a name in a request, generated from the schema: what is hidden must be nameless in all of them. */

import { type Attribute, type ContentType, type Model, modelOf, type Schema } from '../../src/schema/schema.ts'
import { COMPARISON_OPERATORS, type ComparisonOperator, operandOf } from '../../src/vocabulary/operators.ts'

/** One hop of a way through the schema; `on` where it leads into one arm of a polymorphic attribute. */
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

/** All ways of up to so many hops along attributes that are not hidden, shortest first. */
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

/** For every model, a few of the ways that lead there, of every length, through links and through fragments. */
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

/** Which of all combinations of operators and groups to write: every so many of them, beginning with the `from`th. */
export interface Share {
  readonly every: number
  readonly from: number
}

export const ALL: Share = { every: 1, from: 0 }

/** Another eighth for each `from`: eight in a row try all combinations between them. */
export const eighth = (from: number): Share => ({ every: 8, from })

/** `[name][$op]=value`, alone and in groups around and inside the name; put after `filters`. */
export function comparisons(path: readonly string[], value: string, share: Share): readonly string[] {
  const at = brackets(path)
  const whole = COMPARISON_OPERATORS.flatMap((operator) =>
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
  const shared = whole.filter((_, index) => index % share.every === share.from % share.every)
  return [
    ...shared,
    `${at}=${value}`,
    `${at}[0]=${value}`,
    `${at}`,
    `${at}[id][$gt]=0`,
    `${at}[documentId]=${value}`,
    ...quantifications(path, value),
  ]
}

/** Of the attribute itself, and of it as one of the entries that the way before it leads to. */
function quantifications(path: readonly string[], value: string): readonly string[] {
  const [at, before, name] = [brackets(path), brackets(path.slice(0, -1)), brackets(path.slice(-1))]
  const ofEntries = ['$some', '$every', '$none'].map((quantifier) => `${before}[${quantifier}]${name}=${value}`)
  return [
    `${at}[$some][id][$gt]=0`,
    `${at}[$count][$gte]=1`,
    ...(before === ''
      ? []
      : [...ofEntries, `${before}[$all]${name}[0]=${value}`, `${before}[$count][$of]${name}=${value}`]),
  ]
}

/** A comparison after the parameter it belongs to; a pair's second value needs the whole name again. */
function asParameter(prefix: string, comparison: string): string {
  const [first = '', second] = comparison.split('&')
  if (second === undefined) return `${prefix}${first}`
  const name = first.slice(0, first.lastIndexOf('[0]'))
  return `${prefix}${first}&${prefix}${name}${second}`
}

/** Requests that name an attribute at the end of a way, on every surface. */
export function probesOf(way: Way, name: string, value: string, share: Share): readonly string[] {
  const base = urlOf(way.root)
  const text = encodeURIComponent(value)
  const place = `populate${populateBrackets(way.steps)}`
  const through = way.steps.map((step) => step.name)
  const parameters = [
    ...(way.steps.length === 0 ? rootProbes(name, text, share) : optionProbes(place, name, text, share)),
    ...(way.steps.some(({ on }) => on !== null) ? [] : pathProbes(through, name, text, share)),
    `populate=${[...through, name].join('.')}`,
    `populate[0]=${[...through, name].join('.')}`,
  ]
  return parameters.map((parameter) => `${base}?${parameter}`)
}

/** `[a][populate][b][on][uid][populate][c]` */
export function populateBrackets(steps: readonly Step[]): string {
  return steps
    .map(({ name, on }, index) => `${index === 0 ? '' : '[populate]'}[${name}]${on === null ? '' : `[on][${on}]`}`)
    .join('')
}

function rootProbes(name: string, value: string, share: Share): readonly string[] {
  return [
    ...comparisons([name], value, share).map((comparison) => asParameter('filters', comparison)),
    ...sortsOf('sort', [name]),
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
  ]
}

function pathProbes(through: readonly string[], name: string, value: string, share: Share): readonly string[] {
  return [
    ...comparisons([...through, name], value, share).map((comparison) => asParameter('filters', comparison)),
    ...sortsOf('sort', [...through, name]),
  ]
}

function optionProbes(place: string, name: string, value: string, share: Share): readonly string[] {
  return [
    ...comparisons([name], value, share).map((comparison) => asParameter(`${place}[filters]`, comparison)),
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
