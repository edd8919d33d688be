import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Schema = {
  readonly kind: 'collectionType' | 'singleType'
  readonly info: { readonly singularName: string; readonly pluralName: string }
  readonly options?: { readonly draftAndPublish?: boolean }
  readonly attributes: Readonly<Record<string, { readonly type: string; readonly relation?: string }>>
}

const schemasIn = (folder: string): readonly Schema[] => {
  const apis = join(folder, 'src', 'api')
  return readdirSync(apis).flatMap((api) =>
    readdirSync(join(apis, api, 'content-types')).map(
      (type) => JSON.parse(readFileSync(join(apis, api, 'content-types', type, 'schema.json'), 'utf8')) as Schema,
    ),
  )
}

// In Strapi, relations to any type show other versions than other relations do: docs/compatibility.md.
const draftQuestion = (path: string, { attributes }: Schema): readonly string[] =>
  Object.values(attributes).some(({ relation }) => relation?.startsWith('morphTo'))
    ? [`${path}?sort=id&pagination[pageSize]=100&status=draft`]
    : [`${path}?sort=id&populate=*&pagination[pageSize]=100&status=draft`]

const ofCollection = (schema: Schema): readonly string[] => {
  const { info, attributes } = schema
  const path = `/api/${info.pluralName}`
  const [text = 'documentId'] = Object.entries(attributes).find(([, { type }]) => type === 'string') ?? []
  return [
    path,
    `${path}?sort=id&populate=*&pagination[pageSize]=100`,
    ...draftQuestion(path, schema),
    `${path}?sort=id&locale=*&fields[0]=${text}`,
    `${path}?sort=${text}:desc,id&pagination[pageSize]=3&pagination[page]=2`,
    `${path}?sort=id&filters[${text}][$startsWithi]=c`,
    `${path}?sort=id&filters[createdAt][$gt]=2026-01-01&fields[0]=createdAt`,
  ]
}

const ofSingle = ({ info }: Schema): readonly string[] => [
  `/api/${info.singularName}`,
  `/api/${info.singularName}?populate=*`,
  `/api/${info.singularName}?populate=*&status=draft`,
]

/** Reads of every content type of a project. */
export const questionsFor = (folder: string): readonly string[] => [
  ...schemasIn(folder).flatMap((schema) => (schema.kind === 'singleType' ? ofSingle(schema) : ofCollection(schema))),
  '/api/articles?sort=id&filters[author][name][$contains]=Lectern&populate[author]=true',
  '/api/authors?sort=id&populate[articles][sort]=id&filters[articles][title][$notNull]=true',
  '/api/upload/files?sort=id',
]
