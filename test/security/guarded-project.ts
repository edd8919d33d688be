/**
 * The fixture with many more hidden attributes, of every kind and in every place, and the same project without any of them:
 * responses of both are compared.
 */

import { user } from '../../src/schema/built-in/user.ts'
import { copyProject, type JsonObject, type SchemaJson } from './copies.ts'

/** In addition to the private attributes and passwords of the fixture. */
const PRIVATE: Readonly<Record<string, readonly string[]>> = {
  'api::article.article': ['cover', 'impressions', 'metadata', 'eventAt'],
  'api::author.author': ['address'],
  'api::comment.comment': ['mentions'],
  'api::homepage.homepage': ['seo'],
  'api::press-release.press-release': ['body', 'contacts', 'bodyHTML'],
  'api::review.review': ['reviewer', 'approved'],
  'api::quarterly-performance-report.quarterly-performance-report': ['revenue'],
  'shared.seo': ['metaDescription', 'social', 'ogImage'],
  'shared.link': ['url'],
  'blocks.quote': ['text'],
  'blocks.hero': ['heading', 'cta'],
  'blocks.cta': ['articles'],
  'blocks.panel': ['icon', 'weight'],
}

/** Hidden by `options.privateAttributes` of the type. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  'api::article.article': ['contactEmail', 'tags'],
  'api::tag.tag': ['priority', 'createdAt'],
  'api::category.category': ['updatedAt'],
}

/** Hidden by `responses.privateAttributes` of the project. */
const EVERYWHERE = ['color', 'followers']

/** Attributes that every type has cannot be removed. */
export const SYSTEM: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
])

const WITH_CREATORS: readonly string[] = ['api::review.review', 'api::category.category']

const api = (search: object) =>
  `module.exports = ${JSON.stringify({ rest: { maxLimit: 100 }, responses: { privateAttributes: EVERYWHERE }, search })}`

/** `search`: the searched attributes of each type. */
export function guardedProject(search: object = {}): string {
  return copyProject(hide, { 'config/api.js': api(search), [USER_FILE]: userFile(() => true) })
}

export function projectWithoutTheGuarded(search: object = {}): string {
  const edit = (uid: string, schema: SchemaJson) => {
    hide(uid, schema)
    const listed = [...(LISTED[uid] ?? []), ...EVERYWHERE]
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      if (isHidden(attribute) || listed.includes(name)) delete schema.attributes[name]
    }
  }
  return copyProject(edit, { 'config/api.js': api(search), [USER_FILE]: userFile((attribute) => !isHidden(attribute)) })
}

function hide(uid: string, schema: SchemaJson): void {
  for (const name of PRIVATE[uid] ?? []) {
    const attribute = schema.attributes[name]
    if (attribute === undefined) throw new Error(`the fixture has no ${uid}.${name}`)
    attribute.private = true
  }
  schema.options = {
    ...schema.options,
    ...(LISTED[uid] === undefined ? {} : { privateAttributes: LISTED[uid] }),
    ...(WITH_CREATORS.includes(uid) ? { populateCreatorFields: true } : {}),
  }
}

function isHidden(attribute: JsonObject): boolean {
  return attribute.private === true || attribute.type === 'password'
}

const USER_FILE = 'src/extensions/users-permissions/content-types/user/schema.json'

/** The project's own type of users, which may leave attributes out. */
function userFile(keeps: (attribute: JsonObject) => boolean): string {
  const attributes = Object.entries(user.raw.attributes as SchemaJson['attributes'])
  return JSON.stringify({ attributes: Object.fromEntries(attributes.filter(([, attribute]) => keeps(attribute))) })
}
