/** The files of a project and the first rows of its database, from a short description. Independent of the test runner. */

export type Json = Readonly<Record<string, unknown>>

export interface TypeSpec {
  readonly attributes: Json
  readonly single?: boolean
  readonly draftAndPublish?: boolean
  readonly localized?: boolean
}

export interface SiteSpec {
  /** By singular name; the plural, which is also the table, has an `s` more. */
  readonly types: Readonly<Record<string, TypeSpec>>
  /** Attributes by UID: `shared.seo`. */
  readonly components?: Readonly<Record<string, Json>>
  /** Other tables than those, by singular name or UID. */
  readonly tables?: Readonly<Record<string, string>>
  /** Permissions of the public; by default all. */
  readonly permissions?: readonly string[]
  /** How many files there are, with ids from 1. */
  readonly files?: number
  /** By name of the configuration file. */
  readonly config?: Readonly<Record<string, Json>>
}

export const tableOfType = ({ tables = {} }: SiteSpec, name: string): string => tables[name] ?? `${name}s`

export const tableOfComponent = ({ tables = {} }: SiteSpec, uid: string): string =>
  tables[uid] ?? `components_${uid.replace('.', '_')}s`

export function filesOf(spec: SiteSpec): Record<string, unknown> {
  const { types, components = {}, config = {} } = spec
  return Object.fromEntries([
    ...Object.entries({ api: { rest: { maxLimit: 1000, defaultLimit: 1000 } }, ...config }).map(([name, value]) => [
      `config/${name}.json`,
      value,
    ]),
    ...Object.entries(types).map(([name, type]) => [
      `src/api/${name}/content-types/${name}/schema.json`,
      { ...schema(name, type), collectionName: tableOfType(spec, name) },
    ]),
    ...Object.entries(components).map(([uid, attributes]) => [
      `src/components/${uid.replace('.', '/')}.json`,
      { collectionName: tableOfComponent(spec, uid), info: { displayName: uid }, attributes },
    ]),
  ])
}

function schema(name: string, { attributes, single, draftAndPublish, localized }: TypeSpec): Json {
  return {
    kind: single === true ? 'singleType' : 'collectionType',
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: draftAndPublish ?? false },
    pluginOptions: localized === true ? { i18n: { localized: true } } : {},
    attributes,
  }
}

const ACTIONS = ['find', 'findOne', 'create', 'update', 'delete']

/** Statements that let everybody do what the spec says. */
export function grants({ types, permissions }: SiteSpec): readonly string[] {
  const all = Object.keys(types).flatMap((name) => ACTIONS.map((action) => `api::${name}.${name}.${action}`))
  return [
    ...(permissions ?? all).map((action) => `insert into up_permissions (action) values ('${action}')`),
    `insert into up_permissions_role_lnk (permission_id, role_id) select p.id, r.id from up_permissions as p cross join up_roles as r where p.action like 'api::%' and r.type = 'public'`,
  ]
}

/** Beside the one that there is from the start. */
export const localeRows: readonly string[] = ['fr', 'de', 'it'].map(
  (code) => `insert into i18n_locale (document_id, name, code) values ('locale-${code}', '${code}', '${code}')`,
)

export function fileRows(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => {
    const file = `file${index + 1}`
    return `insert into files (document_id, name, hash, ext, mime, size, url, provider) values ('${file}', 'file ${index + 1}', '${file}', '.png', 'image/png', 1, '/uploads/${file}.png', 'local')`
  })
}
