/** Makes populate parameters in the forms that front ends use, at several depths. */

import type { Attribute, DynamicZoneAttribute, Model, NonScalarAttribute, Schema } from '../../schema/schema.ts'
import { valueKind } from '../../vocabulary/scalar-types.ts'
import type { Random } from './random.ts'

export function populatesOf(model: Model, random: Random, schema: Schema): readonly string[] {
  return linksOf(model).flatMap((link) => formsOf(link, random, schema))
}

function linksOf(model: Model): readonly NonScalarAttribute[] {
  return [...model.attributes.values()].filter((attribute): attribute is NonScalarAttribute => {
    return attribute.kind !== 'scalar' && !attribute.hidden
  })
}

function formsOf(link: NonScalarAttribute, random: Random, schema: Schema): readonly string[] {
  const { name } = link
  const plain = [`populate=${name}`, `populate[${name}]=true`]
  if (link.kind === 'morphTo') return plain
  if (link.kind === 'dynamiczone') return [...plain, `populate[${name}][populate]=*`, ...fragments(link, random)]
  const target = schema.contentTypes.get(link.target) ?? schema.components.get(link.target)
  if (target === undefined || link.kind === 'media') return plain
  const scalars = [...target.attributes.values()].filter((attribute) => isAskable(attribute, target))
  const fields = random.some(scalars, 2).map((attribute, at) => `populate[${name}][fields][${at}]=${attribute.name}`)
  const sorted = random.pick(scalars.filter(isPlain))
  return [
    ...plain,
    `populate[${name}][populate]=*`,
    ...(fields.length === 0 ? [] : [fields.join('&')]),
    ...(sorted === undefined || !link.toMany
      ? []
      : [`populate[${name}][sort][0]=${sorted.name}:desc&populate[${name}][sort][1]=id`]),
    ...deeper(name, target, random, schema),
  ]
}

/** Populates two and three levels. */
function deeper(name: string, target: Model, random: Random, schema: Schema): readonly string[] {
  const second = random.pick(linksOf(target).filter(({ kind }) => kind !== 'dynamiczone' && kind !== 'morphTo'))
  if (second === undefined || !('target' in second)) return []
  const third = schema.contentTypes.get(second.target) ?? schema.components.get(second.target)
  const last = third === undefined ? undefined : random.pick(linksOf(third))
  const nested = `populate[${name}][populate][${second.name}]`
  return [
    `${nested}=true`,
    ...(last === undefined || second.kind === 'media' ? [] : [`${nested}[populate][${last.name}]=true`]),
  ]
}

function fragments(zone: DynamicZoneAttribute, random: Random): readonly string[] {
  const [first, second] = random.shuffled(zone.components)
  if (first === undefined) return []
  const one = `populate[${zone.name}][on][${first}][populate]=*`
  return second === undefined ? [one] : [one, `${one}&populate[${zone.name}][on][${second}]=true`]
}

/** Components have no `documentId` in Strapi. */
function isAskable({ kind, hidden, name }: Attribute, model: Model): boolean {
  return kind === 'scalar' && !hidden && !(model.kind === 'component' && name === 'documentId')
}

/** Whether the attribute sorts in the same way in all databases and both servers. */
function isPlain(attribute: Attribute): boolean {
  return attribute.kind === 'scalar' && !['json', 'id'].includes(valueKind(attribute.type))
}
