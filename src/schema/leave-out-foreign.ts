/** Leaves out relations to types of plugins that are defined in code, and therefore unknown. */

import { BUILT_IN_TYPES } from './built-in/built-in-types.ts'
import type { ReportOn } from './checks/known.ts'
import { mapModels } from './models.ts'
import type { Attribute, Model, MorphInverseAttribute, RelationAttribute, Schema } from './schema.ts'

/** The schema without them: they become unknown names. */
export function leaveOutForeign(schema: Schema, reportOn: ReportOn): Schema {
  const known = new Set(BUILT_IN_TYPES.map(({ uid }) => pluginOf(uid)))
  const isForeign = (attribute: Attribute): attribute is RelationAttribute | MorphInverseAttribute =>
    (attribute.kind === 'relation' || attribute.kind === 'morphInverse') &&
    !schema.contentTypes.has(attribute.target) &&
    isOfPlugin(attribute.target, known)
  const reduced = <M extends Model>(model: M): M => {
    const foreign = [...model.attributes.values()].filter(isForeign)
    if (foreign.length === 0) return model
    for (const { name, target } of foreign) reportOn(model.uid)(`attributes.${name}`, leftOut(name, target))
    return { ...model, attributes: new Map([...model.attributes].filter(([, attribute]) => !isForeign(attribute))) }
  }
  return mapModels(schema, reduced)
}

/** In a plugin whose types are known, an unknown one is a mistake. The admin panel has more types than are known. */
function isOfPlugin(uid: string, known: ReadonlySet<string>): boolean {
  return uid.startsWith('admin::') || (uid.startsWith('plugin::') && !known.has(pluginOf(uid)))
}

/** `plugin::upload` of `plugin::upload.file`. */
function pluginOf(uid: string): string {
  return uid.slice(0, uid.indexOf('.') === -1 ? uid.length : uid.indexOf('.'))
}

const USERS = 'plugin::users-permissions.user'

function leftOut(name: string, target: string): string {
  const [plugin = '', type = ''] = target.replace(/^\w+::/, '').split('.')
  if (type === '') return `"${name}" is left out: ${target} is no content type. Name it as in "${USERS}".`
  const remedy = target.startsWith('plugin::')
    ? ` To show it, describe the type in src/extensions/${plugin}/content-types/${type}/schema.json, as the plugin does.`
    : ''
  return `"${name}" is left out: it leads to ${target}, and Lectern does not know the types of that plugin.${remedy}`
}
