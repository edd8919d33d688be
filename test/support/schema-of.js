/** A schema from attributes alone, for tests of stages that need no database. */
import { ProjectError } from '../../src/config/problem.js'
import { buildSchema } from '../../src/schema/build-schema.js'
export function schemaOf({ types, components = {}, withoutDrafts = [] }) {
  const files = [
    ...Object.entries(types).map(([name, attributes]) => {
      const info = { singularName: name, pluralName: `${name}s`, displayName: name }
      const options = { draftAndPublish: !withoutDrafts.includes(name) }
      const content = { collectionName: `${name}s`, info, options, attributes }
      return { kind: 'contentType', uid: uidOf(name), name, file: `${name}.json`, content }
    }),
    ...Object.entries(components).map(([uid, attributes]) => {
      const content = { collectionName: `components_${uid}`, info: { displayName: uid }, attributes }
      return { kind: 'component', uid, name: uid.split('.')[1] ?? uid, file: `${uid}.json`, content }
    }),
  ]
  const { schema, problems } = buildSchema(files, { privateAttributes: [], customFields: new Map() })
  if (problems.length > 0) throw new ProjectError(problems)
  return schema
}
export const uidOf = (name) => `api::${name}.${name}`
export function typeOf(schema, name) {
  const type = schema.contentTypes.get(uidOf(name))
  if (type === undefined) throw new Error(`no type ${name}`)
  return type
}
/** Without a list of actions, a caller who may do everything. */
export function viewOf(schema, actions) {
  const rights = actions === undefined ? { kind: 'everything' } : { kind: 'listed', actions: new Set(actions) }
  return { schema, caller: { kind: 'public', rights } }
}
