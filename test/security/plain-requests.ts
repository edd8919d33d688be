/** Ordinary requests that between them show, order and filter by everything there is to see. */

import { type Attribute, type ContentType, type Model, modelOf, type Schema } from '../../src/schema/schema.ts'
import { populateBrackets, rootsOf, urlOf, waysFrom } from './probes.ts'

export function plainRequests(schema: Schema): readonly string[] {
  return [...rootsOf(schema).flatMap((type) => ofType(schema, type)), ...deepPopulates(schema)]
}

function ofType(schema: Schema, type: ContentType): readonly string[] {
  const url = urlOf(type)
  const own = visible(type).flatMap((attribute) =>
    attribute.kind === 'scalar' ? [`${url}?sort=${attribute.name}`] : linkRequests(schema, url, attribute),
  )
  return [url, `${url}?populate=*`, `${url}?populate=*&status=draft&locale=*`, ...own]
}

function linkRequests(schema: Schema, url: string, attribute: Attribute): readonly string[] {
  if (!('target' in attribute)) return [`${url}?populate[${attribute.name}][populate]=*`]
  const { name } = attribute
  const scalars = visible(modelOf(schema, attribute.target)).filter(({ kind }) => kind === 'scalar')
  return [
    `${url}?filters[${name}][id][$notNull]=true`,
    `${url}?filters[${name}][$null]=true`,
    `${url}?populate[${name}][count]=true`,
    `${url}?populate[${name}][populate]=*`,
    ...scalars.map((scalar) => `${url}?sort=${name}.${scalar.name}:desc`),
  ]
}

/** Everything at the end of every way of two hops. */
function deepPopulates(schema: Schema): readonly string[] {
  return waysFrom(schema, 2)
    .filter(({ steps }) => steps.length > 0)
    .map(({ root, steps }) => `${urlOf(root)}?populate${populateBrackets(steps)}[populate]=*&pagination[pageSize]=5`)
}

function visible(model: Model): readonly Attribute[] {
  return [...model.attributes.values()].filter(({ hidden }) => !hidden)
}
