/** Describes the schema that a caller may see, for the explorer's page. */

import { may, mayFind } from '../access/caller.ts'
import { mayFindDrafts } from '../access/drafts.ts'
import { findableTypes, nameInPath } from '../access/findable-types.ts'
import { type VisibleSchema, visibleAttributes } from '../access/visible-schema.ts'
import type { RestSettings } from '../config/settings.ts'
import { type Attribute, type ContentType, modelOf } from '../schema/schema.ts'
import type { DescribedAttribute, DescribedType, Description } from './description.ts'

/** Permissions of the caller besides content. */
type Extras = Pick<Description, 'explains' | 'advises'>

export function describeSchema(view: VisibleSchema, rest: RestSettings, extras: Extras): Description {
  const { caller } = view
  const types = findableTypes(view)
  const { prefix, profile, docs, defaultLimit, maxLimit, withCount } = rest
  return {
    prefix,
    profile,
    caller: caller.kind,
    ...extras,
    docs,
    listsLocales: may(caller, 'plugin::i18n.locales.listLocales'),
    extensions: [...rest.extensions.on],
    page: { defaultLimit, maxLimit, withCount },
    types: types.map((type) => describeType(type, view, rest.drafts)).sort((a, b) => (a.name < b.name ? -1 : 1)),
    models: reachable(types, view),
  }
}

function describeType(type: ContentType, { caller }: VisibleSchema, rule: RestSettings['drafts']): DescribedType {
  const { uid, kind, localized } = type
  const findsDrafts = type.draftAndPublish && mayFindDrafts(caller, uid, rule)
  return { uid, kind, name: nameInPath(type), findsDrafts, localized, findsOne: may(caller, `${uid}.findOne`) }
}

/** Models reachable from the types that the caller may find. */
function reachable(types: readonly ContentType[], view: VisibleSchema): Description['models'] {
  const models = new Map<string, readonly DescribedAttribute[]>()
  const waiting = types.map(({ uid }) => uid)
  for (let uid = waiting.pop(); uid !== undefined; uid = waiting.pop()) {
    if (models.has(uid)) continue
    const attributes = visibleAttributes(view, modelOf(view.schema, uid)).map((one) => describeAttribute(one, view))
    models.set(uid, attributes)
    waiting.push(...attributes.flatMap(targetsOf))
  }
  return Object.fromEntries(models)
}

function targetsOf(attribute: DescribedAttribute): readonly string[] {
  if (attribute.kind === 'scalar') return []
  return 'target' in attribute ? [attribute.target] : attribute.targets
}

function describeAttribute(attribute: Attribute, view: VisibleSchema): DescribedAttribute {
  const { name } = attribute
  switch (attribute.kind) {
    case 'scalar': {
      const { type, rules } = attribute
      return { kind: 'scalar', name, type, ...(rules.enum.length === 0 ? {} : { enum: rules.enum }) }
    }
    case 'dynamiczone':
      return { kind: 'dynamiczone', name, targets: attribute.components, many: true }
    case 'morphTo':
      return { kind: 'morphTo', name, targets: findable(view), many: attribute.toMany }
    default:
      return { kind: attribute.kind, name, target: attribute.target, many: attribute.toMany }
  }
}

function findable({ schema, caller }: VisibleSchema): readonly string[] {
  return [...schema.contentTypes.keys()].filter((uid) => mayFind(caller, uid))
}
