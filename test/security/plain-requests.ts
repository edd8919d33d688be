/** Ordinary requests that together show, sort by and filter by every visible attribute. */

import { type Attribute, type ContentType, type Model, modelOf, type Schema } from '../../src/schema/schema.ts'
import { populateBrackets, rootsOf, urlOf, type Way, waysFrom } from './probes.ts'

export function plainRequests(schema: Schema): readonly string[] {
  return [...rootsOf(schema).flatMap((type) => ofType(schema, type)), ...deepPopulates(schema)]
}

/** Requests that show which entries exist, and in which order. */
const ORDER = 'fields=id&pagination[pageSize]=100'

/** Hidden values are changed in every row, so a few requests are enough. */
const FEW = 'pagination[pageSize]=5'

function ofType(schema: Schema, type: ContentType): readonly string[] {
  const url = urlOf(type)
  const own = visible(type).flatMap((attribute) =>
    attribute.kind === 'scalar' ? [`${url}?sort=${attribute.name}&${ORDER}`] : linkRequests(schema, url, attribute),
  )
  return [url, `${url}?populate=*&${FEW}`, `${url}?populate=*&status=draft&locale=*&${FEW}`, ...own]
}

function linkRequests(schema: Schema, url: string, attribute: Attribute): readonly string[] {
  if (!('target' in attribute)) return [`${url}?populate[${attribute.name}][populate]=*&${FEW}`]
  const { name } = attribute
  const scalars = visible(modelOf(schema, attribute.target)).filter(({ kind }) => kind === 'scalar')
  return [
    `${url}?filters[${name}][id][$notNull]=true&${ORDER}`,
    `${url}?filters[${name}][$null]=true&${ORDER}`,
    `${url}?populate[${name}][count]=true&${ORDER}`,
    `${url}?populate[${name}][populate]=*&${FEW}`,
    ...scalars.map((scalar) => `${url}?sort=${name}.${scalar.name}:desc&${ORDER}`),
  ]
}

/** All attributes at the end of every path of one relation, and of every second relation, whichever path leads to it. */
function deepPopulates(schema: Schema): readonly string[] {
  const ways = waysFrom(schema, 2).filter(({ steps }) => steps.length > 0)
  const hopOf = ({ root, steps: [first, second] }: Way) =>
    second === undefined
      ? `${root.uid} ${first?.name} ${first?.on}`
      : `${first?.target.uid} ${second.name} ${second.on} at the second`
  return [...new Map(ways.map((way) => [hopOf(way), way])).values()].map(({ root, steps }) => {
    const between = steps.length < 2 ? '' : `&populate${populateBrackets(steps.slice(0, 1))}[fields][0]=id`
    return `${urlOf(root)}?fields=id${between}&populate${populateBrackets(steps)}[populate]=*&${FEW}`
  })
}

function visible(model: Model): readonly Attribute[] {
  return [...model.attributes.values()].filter(({ hidden }) => !hidden)
}
