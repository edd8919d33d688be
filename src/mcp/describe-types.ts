/** Content types for agents: what the explorer shows of them to the same caller, with names in place of UIDs. */

import { findableTypes, nameInPath } from '../access/findable-types.ts'
import { describeSchema } from '../explorer/describe-schema.ts'
import type { DescribedAttribute, Description } from '../explorer/description.ts'
import { attributeDescription, descriptionOf } from '../schema/description.ts'
import type { ContentType } from '../schema/schema.ts'
import { OPERATORS } from '../vocabulary/operators.ts'
import type { Site } from './site.ts'

export function listTypes({ view }: Site): object {
  const types = findableTypes(view).map((type) => ({ name: nameInPath(type), ...kindOf(type), ...described(type) }))
  return { types: types.sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

export function describeOne(type: ContentType, { view, rest }: Site): object {
  const { types, models } = describeSchema(view, rest, { explains: false, advises: false })
  const { findsDrafts = false } = types.find(({ uid }) => uid === type.uid) ?? {}
  const attributes = models[type.uid] ?? []
  const nameOf = (uid: string) => types.find((one) => one.uid === uid)?.name ?? uid
  return {
    name: nameInPath(type),
    ...kindOf(type),
    ...described(type),
    localized: type.localized,
    drafts: findsDrafts,
    fields: attributes.flatMap((one) => (one.kind === 'scalar' ? [fieldOf(one, type)] : [])),
    related: attributes.flatMap((one) => (one.kind === 'scalar' ? [] : [relatedOf(one, nameOf)])),
    components: componentsOf(attributes, models, nameOf),
    operators: Object.keys(OPERATORS),
  }
}

function kindOf({ kind }: ContentType): object {
  return { kind: kind === 'singleType' ? 'single' : 'collection' }
}

function described(type: ContentType): object {
  const description = descriptionOf(type)
  return description === '' ? {} : { description }
}

function fieldOf(
  { name, type, enum: values }: Extract<DescribedAttribute, { kind: 'scalar' }>,
  of: ContentType,
): object {
  const description = attributeDescription(of, name)
  return { name, type, ...(values === undefined ? {} : { values }), ...(description === '' ? {} : { description }) }
}

type Linked = Exclude<DescribedAttribute, { kind: 'scalar' }>

function relatedOf(attribute: Linked, nameOf: (uid: string) => string): object {
  const { kind, name, many } = attribute
  return { name, kind, many, to: targetsOf(attribute).map(nameOf) }
}

function targetsOf(attribute: Linked): readonly string[] {
  return 'target' in attribute ? [attribute.target] : attribute.targets
}

/** The attributes of the type's components, one level deep. */
function componentsOf(
  attributes: readonly DescribedAttribute[],
  models: Description['models'],
  nameOf: (uid: string) => string,
): object {
  const linked = attributes.filter((one): one is Linked => one.kind === 'component' || one.kind === 'dynamiczone')
  const uids = [...new Set(linked.flatMap(targetsOf))].sort()
  return Object.fromEntries(
    uids.map((uid) => [
      uid,
      (models[uid] ?? []).map((one) =>
        one.kind === 'scalar' ? { name: one.name, type: one.type } : relatedOf(one, nameOf),
      ),
    ]),
  )
}
