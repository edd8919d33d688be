/**
 * A response without the rich text of what is populated, unless the query names it in `fields` there: an agent that populates
 * everything has no use for ten articles inside each author.
 */

import { targetOf, type VisibleSchema, visibleAttributes } from '../access/visible-schema.ts'
import { isRecord } from '../config/project-config.ts'
import type { Attribute, ContentType, Model } from '../schema/schema.ts'
import type { Params } from './message.ts'
import { isRichText } from './without-rich-text.ts'

interface Shortened {
  readonly body: string
  /** The paths of omitted texts: `author.bio`. */
  readonly leftOut: readonly string[]
}

export function relatedWithoutRichText(body: string, type: ContentType, query: Params, view: VisibleSchema): Shortened {
  const named = new Set(namesIn(query.populate))
  const whole: unknown = query.populate === undefined || named.has('*') ? null : JSON.parse(body)
  if (!isRecord(whole)) return { body, leftOut: [] }
  const leftOut = new Set<string>()
  const richText = new Map<Model, readonly string[]>()

  /** The rich text of a model, found once for all its entries: a response may have a hundred thousand. */
  function richTextOf(model: Model): readonly string[] {
    const known = richText.get(model)
    if (known !== undefined) return known
    const found = visibleAttributes(view, model).filter((each) => isRichText(each) && !named.has(each.name))
    const names = found.map(({ name }) => name)
    richText.set(model, names)
    return names
  }

  /** `path`: of what it is in; null for the entries themselves. */
  function shortened(value: unknown, model: Model, path: string | null): unknown {
    if (Array.isArray(value)) return value.map((item) => shortened(item, model, path))
    if (!isRecord(value)) return value
    const names = new Set(path === null ? [] : richTextOf(model).filter((name) => name in value))
    for (const name of names) leftOut.add(`${path}.${name}`)
    const kept = Object.entries(value).filter(([name]) => !names.has(name))
    return Object.fromEntries(
      kept.map(([name, item]) => [
        name,
        inside(item, model.attributes.get(name), path === null ? name : `${path}.${name}`),
      ]),
    )
  }

  function inside(value: unknown, attribute: Attribute | undefined, path: string): unknown {
    if (attribute === undefined || attribute.kind === 'scalar') return value
    if (Array.isArray(value)) return value.map((item) => inside(item, attribute, path))
    if (!isRecord(value)) return value
    // A page of a list, with its total.
    if ('data' in value && 'meta' in value) return { ...value, data: inside(value.data, attribute, path) }
    const model = modelIn(value, attribute, view)
    return model === null ? value : shortened(value, model, path)
  }

  const data = shortened(whole.data, type, null)
  return leftOut.size === 0
    ? { body, leftOut: [] }
    : { body: JSON.stringify({ ...whole, data }), leftOut: [...leftOut] }
}

/** Items of dynamic zones and of relations to any type say what they are. */
function modelIn(item: Params, attribute: Attribute, view: VisibleSchema): Model | null {
  if ('target' in attribute) return targetOf(view, attribute)
  const { __component: component, __type: type } = item
  const { components, contentTypes } = view.schema
  return components.get(String(component)) ?? contentTypes.get(String(type)) ?? null
}

/** All names in any `fields`; `*` where names are those to leave out. */
function namesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === 'fields' ? [item].flat().flatMap(textsIn) : namesIn(item),
  )
}

function textsIn(item: unknown): readonly string[] {
  return typeof item === 'string' ? item.split(',').map((name) => (name.startsWith('-') ? '*' : name)) : []
}
