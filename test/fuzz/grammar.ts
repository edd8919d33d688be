/** Query strings in the grammar of the query language, over a schema: the right names mostly, any operator and value. */

import {
  type Attribute,
  type ContentType,
  type Model,
  modelOf,
  type PolymorphicAttribute,
  type Schema,
} from '../../src/schema/schema.ts'
import type { Extension } from '../../src/vocabulary/extensions.ts'
import { COMPARISON_OPERATORS, isComparison, operandOf } from '../../src/vocabulary/operators.ts'
import { valueKind } from '../../src/vocabulary/scalar-types.ts'
import type { Choices } from './choices.ts'
import { quantified } from './quantified.ts'
import { someValue, valueFor } from './values.ts'

export type Pair = readonly [name: string, value: string | null]

const MANY = 4

export interface Grammar {
  readonly schema: Schema
  readonly pick: Choices
  /** Extensions whose spellings are drawn, too. */
  readonly extensions?: ReadonlySet<Extension>
}

export function someQuery(grammar: Grammar, type: ContentType): string {
  const { pick } = grammar
  const pairs: Pair[] = []
  if (!pick.oncePer(3)) pairs.push(...filters(grammar, type, 'filters', 3))
  if (pick.oncePer(2)) pairs.push(...sort(grammar, type, 'sort'))
  if (pick.oncePer(3)) pairs.push(...fields(grammar, type, 'fields'))
  if (pick.oncePer(2)) pairs.push(...populate(grammar, type, 'populate', 3))
  if (pick.oncePer(2)) pairs.push(...pagination(grammar, type))
  if (pick.oncePer(4)) pairs.push(['status', pick.of(['draft', 'published', 'published', 'gone'])])
  if (pick.oncePer(4)) pairs.push(...locale(grammar))
  if (pick.oncePer(8)) pairs.push(...search(grammar, type))
  if (pick.oncePer(12))
    pairs.push(['publicationFilter', pick.of(['modified', 'never-published', 'has-published-version'])])
  return pairs.map((pair) => written(pair, pick)).join('&')
}

function search(grammar: Grammar, type: ContentType): readonly Pair[] {
  const { pick, extensions } = grammar
  if (extensions?.has('search') !== true || pick.oncePer(3)) return [['_q', someValue(pick)]]
  return wordSearch(grammar, type)
}

function wordSearch({ pick }: Grammar, type: ContentType): readonly Pair[] {
  const texts = ['old lantern', '-river "water mill', '-a', '', 'NEAR(a b)*', '"', 'a lantern -river', 'one', 't -two']
  const own = someName(type, (attribute) => attribute.kind === 'scalar' && valueKind(attribute.type) === 'text', pick)
  const field = typeof own === 'string' ? own : own.name
  return [
    ['_q[text]', pick.of([...texts, someValue(pick)])],
    ...(pick.oncePer(3)
      ? [[`_q[in]${pick.of(['', '[0]'])}`, pick.of([field, field, `${field},title`, 'nope', ''])] as const]
      : []),
    ...(pick.oncePer(3) ? [['_q[show]', pick.of(['score', 'score,highlights', 'nope'])] as const] : []),
    ...(pick.oncePer(3) ? [['_q[prefix]', pick.of(['true', 'false', 'x'])] as const] : []),
    ...(pick.oncePer(20) ? [['_q[typos]', 'true'] as const] : []),
  ]
}

/** A query with words to look for, in any case. */
export function someSearch(grammar: Grammar, type: ContentType): string {
  const searched = wordSearch(grammar, type).map((pair) => written(pair, grammar.pick))
  return [...searched, someQuery({ ...grammar, extensions: new Set() }, type).replaceAll(/(^|&)_q=[^&]*/g, '')].join(
    '&',
  )
}

const CODES = ['en', 'fr-FR', '*', 'xx', '']

function locale({ pick, extensions }: Grammar): readonly Pair[] {
  if (extensions?.has('localeFallback') !== true || pick.oncePer(2)) return [['locale', pick.of(CODES)]]
  const codes = Array.from({ length: 1 + pick.upTo(MANY) }, () => pick.of(pick.oncePer(8) ? CODES : ['fr-FR', 'en']))
  if (pick.oncePer(3)) return [['locale[$first]', codes.join(',')]]
  return codes.map((code, index): Pair => [`locale[$first][${index}]`, code])
}

/** Clients encode brackets or leave them, and write a space in two ways. */
function written([name, value]: Pair, pick: Choices): string {
  const key = pick.oncePer(3) ? encodeURIComponent(name) : name
  if (value === null) return key
  const text = encodeURIComponent(value)
  return `${key}=${pick.oncePer(5) ? text.replaceAll('%20', '+') : text}`
}

function attributesOf(model: Model): readonly Attribute[] {
  return [...model.attributes.values()].filter(({ hidden }) => !hidden)
}

/** An attribute that is there, or once in a while a name of anything. */
function someName(model: Model, kinds: (attribute: Attribute) => boolean, pick: Choices): Attribute | string {
  if (pick.oncePer(40)) return pick.of(['nope', 'password', 'accessCode', 'createdBy', '__proto__', 'constructor', ''])
  const fitting = attributesOf(model).filter(kinds)
  return fitting.length === 0 ? 'id' : pick.of(fitting)
}

function filters(grammar: Grammar, model: Model, at: string, depth: number): readonly Pair[] {
  const { pick } = grammar
  if (depth > 0 && pick.oncePer(4)) {
    const group = pick.of(['$and', '$or', '$not'])
    const count = group === '$not' ? 1 : 1 + pick.upTo(MANY)
    return Array.from({ length: count }, (_, index) =>
      filters(grammar, model, group === '$not' ? `${at}[$not]` : `${at}[${group}][${index}]`, depth - 1),
    ).flat()
  }
  const hasZones = grammar.extensions?.has('zones') === true
  const isFilterable = ({ kind }: Attribute) => hasZones || !['dynamiczone', 'morphTo'].includes(kind)
  const attribute = someName(model, isFilterable, pick)
  if (typeof attribute === 'string') return comparison(grammar, `${at}[${attribute}]`, null)
  const place = `${at}[${attribute.name}]`
  if (attribute.kind === 'dynamiczone' || attribute.kind === 'morphTo') return items(grammar, attribute, place, depth)
  if ('target' in attribute && depth > 0 && !pick.oncePer(6)) {
    const entries = (at: string) => filters(grammar, modelOf(grammar.schema, attribute.target), at, depth - 1)
    const isQuantified = grammar.extensions?.has('quantifiers') && pick.oncePer(3)
    return isQuantified ? quantified(pick, place, entries) : entries(place)
  }
  return comparison(grammar, place, attribute)
}

/** Of dynamic zones and relations to any type. */
function items(grammar: Grammar, attribute: PolymorphicAttribute, place: string, depth: number): readonly Pair[] {
  const { pick, schema } = grammar
  const uids = attribute.kind === 'dynamiczone' ? attribute.components : namedTypes(schema)
  const uid = pick.oncePer(20) || uids.length === 0 ? 'nope.nope' : pick.of(uids)
  const tag = pick.oncePer(10) ? pick.of(['text', '__type', '__component']) : 'on'
  const said = (at: string): readonly Pair[] => {
    if (tag !== 'on') return [[`${at}[${tag}]${pick.oncePer(6) ? '[$gt]' : pick.of(['', '[$ne]', '[$in][0]'])}`, uid]]
    const isWhole = depth === 0 || uid === 'nope.nope' || pick.oncePer(4)
    if (isWhole) return [[`${at}[on][${uid}]`, pick.oncePer(10) ? pick.of(['1', '']) : 'true']]
    return filters(grammar, modelOf(schema, uid), `${at}[on][${uid}]`, depth - 1)
  }
  if (pick.oncePer(6)) return [[`${place}${pick.oncePer(6) ? '[$eq]' : pick.of(['[$null]', '[$notNull]'])}`, 'true']]
  const isQuantified = grammar.extensions?.has('quantifiers') && pick.oncePer(3)
  return isQuantified ? quantified(pick, place, said) : said(pick.oncePer(4) ? `${place}[$not]` : place)
}

const RELATIVE = ['$now', '$today', '$now(-7d)', '$today(1M)', '$now( 3w)', '$today(-9999y)', '$now(7)', '$nowhere']

function someOperand({ pick, extensions }: Grammar, attribute: Attribute | null): string {
  if (attribute === null || pick.oncePer(10)) return someValue(pick)
  const isDate = attribute.kind === 'scalar' && ['date', 'moment'].includes(valueKind(attribute.type))
  return extensions?.has('dates') === true && isDate && pick.oncePer(3) ? pick.of(RELATIVE) : valueFor(attribute, pick)
}

const PATHS = ['camera.iso', 'tags.0', 'a', '0', '', 'a..b', 'a.b.c.d.e.f.g.h.i', "a'b", '__proto__', 'x'.repeat(65)]

/** Inside a JSON document, where there is one. */
function placeInside({ pick, extensions }: Grammar, place: string, attribute: Attribute | null): string {
  const isJson = attribute?.kind === 'scalar' && valueKind(attribute.type) === 'json'
  if (extensions?.has('json') !== true || !isJson || pick.oncePer(2)) return place
  return pick.oncePer(4) ? `${place}[$has]` : `${place}[$path][${pick.of(PATHS)}]${pick.oncePer(6) ? '[$has]' : ''}`
}

function comparison(grammar: Grammar, outside: string, attribute: Attribute | null): readonly Pair[] {
  const { pick } = grammar
  const place = placeInside(grammar, outside, attribute)
  const value = () => someOperand(grammar, attribute)
  if (pick.oncePer(5)) return [[place, value()]]
  const operator = pick.oncePer(60) ? pick.of(['$nope', '$EQ', '$elemMatch']) : pick.of(COMPARISON_OPERATORS)
  const at = `${place}${pick.oncePer(10) ? '[$not]' : ''}[${operator}]`
  switch (isComparison(operator) ? operandOf(operator) : 'value') {
    case 'flag':
      return [[at, pick.of(['true', 'false', '1', '0', ''])]]
    case 'pair':
      return [
        [`${at}[0]`, value()],
        [`${at}[1]`, value()],
      ]
    case 'list':
      return Array.from({ length: 1 + pick.upTo(MANY) }, (_, index): Pair => [`${at}[${index}]`, value()])
    case 'value':
      return [[at, value()]]
  }
}

/** With the extension, orders of more words, and seeds. */
function orders({ pick, extensions }: Grammar): readonly string[] {
  const plain = ['', ':asc', ':desc', ':DESC', ':ASC']
  if (extensions?.has('sorting') !== true || pick.oncePer(2)) return plain
  if (pick.oncePer(6)) return [':asc.ci', ':ASC.CI.nullslast', ':asc.nullsfirst.ci', ':ci']
  return [':desc.nullslast', ':asc.nullsfirst', ':DESC.nullsfirst']
}

function randomSort({ pick, extensions }: Grammar): readonly string[] {
  if (extensions?.has('sorting') !== true || !pick.oncePer(6)) return []
  const broken = ['', ':', ':a b', `:${'x'.repeat(65)}`]
  return [`$random${pick.of(pick.oncePer(4) ? broken : [':monday', ':7', ':asc'])}`]
}

function sort(grammar: Grammar, model: Model, at: string): readonly Pair[] {
  const { schema, pick, extensions } = grammar
  const keys = Array.from({ length: 1 + pick.upTo(3) }, () => {
    const names: string[] = []
    let end = model
    for (let hop = 0; hop < 3; hop += 1) {
      const isSortable = ({ kind }: Attribute) => !['dynamiczone', 'morphTo'].includes(kind)
      const attribute = someName(end, isSortable, pick)
      names.push(typeof attribute === 'string' ? attribute : attribute.name)
      if (typeof attribute === 'string' || !('target' in attribute)) break
      end = modelOf(schema, attribute.target)
      if (extensions?.has('quantifiers') && pick.oncePer(4)) return { names: [...names, '$count'], order: '' }
      if (hop === 2) names.push('id')
    }
    return { names, order: pick.of(orders(grammar)) }
  })
  const named = keys.map(({ names, order }) => `${names.join('.')}${order}`)
  const dotted = [...randomSort(grammar), ...named]
  if (pick.oncePer(2)) return [[at, dotted.join(',')]]
  return dotted.map((key, index): Pair => [`${at}[${index}]`, key])
}

function fields(grammar: Grammar, model: Model, at: string): readonly Pair[] {
  const { pick } = grammar
  const mark = excludes(grammar) ? '-' : ''
  const names = Array.from({ length: 1 + pick.upTo(MANY) }, () => {
    const attribute = someName(model, ({ kind }) => kind === 'scalar', pick)
    return `${pick.oncePer(60) ? '' : mark}${typeof attribute === 'string' ? attribute : attribute.name}`
  })
  return pick.oncePer(2) ? [[at, names.join(',')]] : names.map((name, index): Pair => [`${at}[${index}]`, name])
}

/** Rare: responses are large. */
function deep(pick: Choices, at: string): readonly Pair[] {
  if (pick.oncePer(2)) return [[`${at}[**]`, pick.of(['1', '1', '0', '6', 'x', 'true'])]]
  return [
    [`${at}[**][levels]`, pick.of(['1', '2', 'x'])],
    [`${at}[**][pagination][${pick.of(['limit', 'limit', 'page'])}]`, pick.of(['1', '2', '0'])],
  ]
}

/** Once in a while, where names can be left out. Without the extension nothing is drawn, so that seeds keep their meaning. */
function excludes({ pick, extensions }: Grammar): boolean {
  return extensions?.has('exclude') === true && pick.oncePer(4)
}

function populate(grammar: Grammar, model: Model, at: string, depth: number): readonly Pair[] {
  const { pick } = grammar
  if (pick.oncePer(4)) return [[at, '*']]
  if (grammar.extensions?.has('deep') === true && pick.oncePer(60)) return deep(pick, at)
  const attribute = someName(model, ({ kind }) => kind !== 'scalar', pick)
  if (excludes(grammar)) {
    return [
      [`${at}[0]`, pick.oncePer(20) ? 'id' : '*'],
      [`${at}[1]`, `-${typeof attribute === 'string' ? attribute : attribute.name}`],
    ]
  }
  if (typeof attribute === 'string') return [[at, attribute]]
  if (depth === 0 || pick.oncePer(3)) return [[pick.of([at, `${at}[0]`]), attribute.name]]
  const place = `${at}[${attribute.name}]`
  if (pick.oncePer(4)) return [[place, pick.of(['true', 'true', 'false', '*'])]]
  if (attribute.kind === 'dynamiczone' || attribute.kind === 'morphTo') {
    const uid = pick.of(attribute.kind === 'dynamiczone' ? attribute.components : namedTypes(grammar.schema))
    const pages = attribute.toMany ? nestedPage(grammar, place) : []
    return [...pages, ...options(grammar, modelOf(grammar.schema, uid), `${place}[on][${uid}]`, depth - 1)]
  }
  if (!('target' in attribute)) return []
  const pages = attribute.toMany || pick.oncePer(20) ? nestedPage(grammar, place) : []
  return [...pages, ...options(grammar, modelOf(grammar.schema, attribute.target), place, depth - 1)]
}

/** The types that relations to any type lead to in the recorded project. */
function namedTypes({ contentTypes }: Schema): readonly string[] {
  const recorded = ['api::article.article', 'api::tag.tag', 'api::memo.memo'].filter((uid) => contentTypes.has(uid))
  return recorded.length > 0 ? recorded : [...contentTypes.keys()].filter((uid) => uid.startsWith('api::'))
}

/** Once in a while, where lists have pages. */
function nestedPage({ pick, extensions }: Grammar, at: string): readonly Pair[] {
  if (extensions?.has('nestedPages') !== true || !pick.oncePer(3)) return []
  const [page, pageSize] = pick.oncePer(2) ? ['page', 'pageSize'] : ['start', 'limit']
  const size = pick.oncePer(20) ? 'limit' : pageSize
  const number = () => pick.of(['100', '101', '0', '-1', 'x', '', '9007199254740993'])
  return [
    [`${at}[pagination][${page}]`, pick.oncePer(12) ? number() : '1'],
    [`${at}[pagination][${size}]`, pick.oncePer(12) ? number() : '2'],
    ...(pick.oncePer(2) ? [[`${at}[pagination][withCount]`, pick.oncePer(12) ? 'x' : 'true'] as const] : []),
  ]
}

function options(grammar: Grammar, model: Model, at: string, depth: number): readonly Pair[] {
  const { pick } = grammar
  return [
    ...(pick.oncePer(2) ? fields(grammar, model, `${at}[fields]`) : []),
    ...(pick.oncePer(3) ? filters(grammar, model, `${at}[filters]`, 1) : []),
    ...(pick.oncePer(3) ? sort(grammar, model, `${at}[sort]`) : []),
    ...(pick.oncePer(2) ? populate(grammar, model, `${at}[populate]`, depth) : []),
    ...(pick.oncePer(20) ? [[`${at}[${pick.of(['count', 'limit', 'on', 'nope'])}]`, 'true'] as const] : []),
  ]
}

function pagination(grammar: Grammar, type: ContentType): readonly Pair[] {
  const { pick, extensions } = grammar
  const counting = ['true', 'false', 'x', ...(extensions?.has('cursors') ? ['capped', 'capped'] : [])]
  const number = () => pick.of(['1', '2', '3', '10', '100', '-1', '0', '1e3', 'x', '', '9007199254740993'])
  if (pick.oncePer(10))
    return [
      ['pagination[page]', number()],
      ['pagination[start]', number()],
    ]
  if (extensions?.has('cursors') && pick.oncePer(3)) return cursorPage(pick)
  const [first, second] = pick.oncePer(2) ? ['page', 'pageSize'] : ['start', 'limit']
  const sizes = pick.oncePer(4) ? number() : pick.of(['1', '2', '5'])
  return [
    [`pagination[${first}]`, pick.oncePer(4) ? number() : '1'],
    [`pagination[${second}]`, sizes],
    ...(pick.oncePer(4) ? counts(grammar, type, counting) : []),
  ]
}

/** Cursors of version 1, for any sort, and texts that are not cursors. */
function cursorPage(pick: Choices): readonly Pair[] {
  const values = Array.from({ length: pick.upTo(4) }, () => someValue(pick))
  const forged = Buffer.from(JSON.stringify([1, someValue(pick), ...values])).toString('base64url')
  const text = pick.of([forged, someValue(pick)])
  return [
    [`pagination[start][${pick.oncePer(12) ? 'from' : pick.of(['after', 'before'])}]`, pick.oncePer(3) ? text : ''],
    ['pagination[limit]', pick.oncePer(12) ? 'x' : pick.of(['1', '2', '5'])],
    ...(pick.oncePer(4) ? [['pagination[withCount]', pick.of(['true', 'capped'])] as const] : []),
  ]
}

function counts(grammar: Grammar, type: ContentType, counting: readonly string[]): readonly Pair[] {
  const { pick, extensions } = grammar
  if (extensions?.has('aggregates') !== true || !pick.oncePer(3)) return [['pagination[withCount]', pick.of(counting)]]
  const at = `pagination[withCount][${pick.oncePer(20) ? 'nope' : pick.of(['by', 'byOthers'])}]`
  return [
    ...groupKeys(grammar, type, at),
    ...(pick.oncePer(3) ? [['pagination[withCount][total]', pick.of(counting)] as const] : []),
  ]
}

function groupKeys(grammar: Grammar, type: ContentType, at: string): readonly Pair[] {
  const { pick } = grammar
  const keys = Array.from({ length: 1 + pick.upTo(2) }, () => somePath(grammar, type))
  const part = () => (pick.oncePer(12) ? pick.of([':month', ':week', ':']) : '')
  return keys.map((path, index): Pair => [`${at}[${index}]`, path + part()])
}

/** Of groups of entries. */
export function someGroups(grammar: Grammar, type: ContentType): string {
  const { pick } = grammar
  const measure = () => pick.of(['sum', 'avg', 'min', 'max', 'countDistinct'])
  const measured = Array.from({ length: pick.upTo(4) }, (_, index) => {
    return { measure: measure(), path: somePath(grammar, type, !pick.oncePer(8)), index }
  })
  const shown = ['count', ...measured.map(({ measure, path }) => `${measure}.${path}`)]
  const pairs: Pair[] = measured.map(({ measure, path, index }) => [`${measure}[${index}]`, path])
  if (!pick.oncePer(5)) pairs.push(...groupKeys(grammar, type, 'by'))
  if (pick.oncePer(4)) pairs.push(...filters(grammar, type, 'filters', 1))
  if (pick.oncePer(3)) {
    const [name = '', ...path] = pick.of(shown).split('.')
    const place = path.length === 0 ? `having[${name}]` : `having[${name}][${path.join('.')}]`
    pairs.push(...comparison(grammar, place, type.attributes.get('id') ?? null))
  }
  if (pick.oncePer(3)) pairs.push(['sort', `${pick.of(shown)}${pick.of(['', ':desc', ':asc'])}`])
  if (pick.oncePer(3)) pairs.push(...pagination({ ...grammar, extensions: new Set() }, type))
  if (pick.oncePer(6)) pairs.push(['count', pick.of(['true', 'false'])])
  if (pick.oncePer(4)) pairs.push(['status', pick.of(['draft', 'published'])])
  if (pick.oncePer(4)) pairs.push(...locale(grammar))
  if (pick.oncePer(20)) pairs.push([pick.of(['fields', 'populate', 'nope']), '*'])
  return pairs.map((pair) => written(pair, pick)).join('&')
}

const UNGROUPED = ['json', 'blocks', 'richtext', 'array']

/** `author.name`; `numbers`: a number of the entry itself, where it has one. */
function somePath({ schema, pick }: Grammar, type: ContentType, numbers = false): string {
  const isNumber = (attribute: Attribute) =>
    attribute.kind === 'scalar' && ['integer', 'biginteger', 'decimal', 'float'].includes(attribute.type)
  const isOwn = (attribute: Attribute) => attribute.kind === 'scalar' && !UNGROUPED.includes(attribute.type)
  const attribute = someName(type, numbers ? isNumber : pick.oncePer(3) ? ({ kind }) => kind !== 'scalar' : isOwn, pick)
  if (typeof attribute === 'string') return attribute
  if (!('target' in attribute)) return attribute.name
  const end = someName(modelOf(schema, attribute.target), ({ kind }) => kind === 'scalar', pick)
  return `${attribute.name}.${typeof end === 'string' ? end : end.name}`
}
