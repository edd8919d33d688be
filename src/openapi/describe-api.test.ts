import { describe, expect, it } from 'vitest'
import { schemaOf, viewOf } from '../../test/support/schema-of.ts'
import type { RestSettings } from '../config/settings.ts'
import { ERRORS } from '../errors/codes.ts'
import { NO_EXTENSIONS } from '../vocabulary/extensions.ts'
import { COMPARISON_OPERATORS } from '../vocabulary/operators.ts'
import { describeApi } from './describe-api.ts'
import type { JsonSchema, Method, Operation } from './document.ts'

const SCHEMA = schemaOf({
  types: {
    article: {
      title: { type: 'string', required: true, minLength: 3, maxLength: 9 },
      kind: { type: 'enumeration', enum: ['news', 'essay'] },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'articles' },
      seo: { type: 'component', component: 'shared.seo' },
      zone: { type: 'dynamiczone', components: ['shared.seo', 'shared.quote'] },
      owner: { type: 'relation', relation: 'morphToOne' },
    },
    author: {
      name: { type: 'string', required: true },
      slug: { type: 'uid', targetField: 'name', required: true },
      level: { type: 'integer', required: true, default: 1 },
      articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'author' },
    },
  },
  components: { 'shared.seo': { text: { type: 'string' } }, 'shared.quote': { by: { type: 'string' } } },
  withoutDrafts: ['author'],
})

const REST = {
  prefix: '/api',
  defaultLimit: 25,
  maxLimit: 100,
  withCount: true,
  profile: 'contract',
  extensions: NO_EXTENSIONS,
  depthPlugin: null,
} as RestSettings

function describedTo(actions?: readonly string[], { writable = true, rest = REST } = {}) {
  const facts = { rest, writable, users: true, version: '1', servers: [{ url: '/', description: 'Here' }] }
  return describeApi({ view: viewOf(SCHEMA, actions), ...facts })
}

const DOCUMENT = describedTo()

function schemaNamed(name: string): JsonSchema {
  const schema = DOCUMENT.components.schemas[name]
  if (schema === undefined) throw new Error(`no schema ${name}`)
  return schema
}

function operation(path: string, method: Method): Operation {
  const found = DOCUMENT.paths[path]?.[method]
  if (found === undefined) throw new Error(`no ${method} ${path}`)
  return found
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

it('no two components have names that differ in case alone: generators write a file for each', () => {
  const { schemas, parameters, responses } = DOCUMENT.components
  const names = [schemas, parameters, responses].flatMap((parts) => Object.keys(parts ?? {}))
  expect(names).toContain('Pagination')
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
})

/** Names of parameters, shared ones too. */
const parametersOf = (path: string, method: Method) =>
  (operation(path, method).parameters ?? []).map((parameter) =>
    '$ref' in parameter ? DOCUMENT.components.parameters[parameter.$ref.split('/').at(-1) ?? '']?.name : parameter.name,
  )

describe('paths', () => {
  it('are those of the server, with the methods of a database that may be written to', () => {
    const served = Object.entries(DOCUMENT.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    )
    expect(served).toEqual([
      'get /api/articles',
      'post /api/articles',
      'get /api/articles/{documentId}',
      'put /api/articles/{documentId}',
      'delete /api/articles/{documentId}',
      'post /api/articles/{documentId}/actions/publish',
      'post /api/articles/{documentId}/actions/unpublish',
      'post /api/articles/{documentId}/actions/discard',
      'get /api/authors',
      'post /api/authors',
      'get /api/authors/{documentId}',
      'put /api/authors/{documentId}',
      'delete /api/authors/{documentId}',
      'post /api/upload',
      'get /api/upload/files',
      'get /api/upload/files/page',
      'get /api/upload/files/{id}',
      'delete /api/upload/files/{id}',
      'post /api/auth/local',
      'get /api/users/me',
      'get /api/users',
      'get /api/users/count',
      'get /api/users/{id}',
      'get /api/i18n/locales',
      'get /api/content-type-builder/content-types',
      'get /api/content-type-builder/content-types/{uid}',
      'get /api/content-type-builder/components',
      'get /api/content-type-builder/components/{uid}',
      'get /uploads/{file}',
      'get /_health',
      'get /_ready',
    ])
  })

  it('have nothing but reads where nothing may be written', () => {
    const { paths } = describedTo(undefined, { writable: false })
    const written = Object.entries(paths).filter(([, item]) => Object.keys(item).some((method) => method !== 'get'))
    expect(written.map(([path]) => path)).toEqual(['/api/auth/local'])
  })

  it('have only what the caller may do', () => {
    const { paths } = describedTo(['api::article.article.create', 'api::article.article.findOne'])
    expect(Object.keys(paths['/api/articles'] ?? {})).toEqual(['post'])
    expect(Object.keys(paths['/api/articles/{documentId}'] ?? {})).toEqual(['get'])
    expect(paths['/api/authors']).toBeUndefined()
  })

  it('are named by type and action, and stand under their type', () => {
    expect(operation('/api/articles/{documentId}', 'get')).toMatchObject({
      operationId: 'Article.findOne',
      tags: ['Article'],
    })
    expect(DOCUMENT.tags.map(({ name }) => name)).toEqual([
      'Article',
      'Author',
      'Files',
      'Users',
      'Locales',
      'Schema',
      'Server',
    ])
  })
})

describe('parameters', () => {
  it('are all that a query may say', () => {
    expect(parametersOf('/api/articles', 'get')).toEqual([
      'filters',
      'sort',
      'pagination',
      'fields',
      'populate',
      'status',
      'publicationFilter',
      '_q',
      'Strapi-Response-Format',
    ])
    expect(parametersOf('/api/authors', 'get')).not.toContain('publicationFilter')
    expect(parametersOf('/api/articles', 'post')).toEqual(['fields', 'populate', 'status', 'Strapi-Response-Format'])
  })

  it('nest as objects, and list with commas', () => {
    const [filters, sort] = operation('/api/articles', 'get').parameters ?? []
    expect(filters).toMatchObject({ style: 'deepObject', explode: true, schema: ref('ArticleFilters') })
    expect(sort).toMatchObject({ style: 'form', explode: true, example: ['title:asc'] })
    expect(DOCUMENT.components.parameters.paginationParameter).toMatchObject({
      style: 'deepObject',
      schema: { properties: { pageSize: { maximum: 100, default: 25 } } },
    })
  })

  it('name the attributes that there are', () => {
    const items = (name: string) =>
      (operation('/api/articles', 'get').parameters ?? []).flatMap((parameter) =>
        'name' in parameter && parameter.name === name ? [(parameter.schema as JsonSchema).items as JsonSchema] : [],
      )[0]
    expect(items('fields')?.enum).toEqual(expect.arrayContaining(['*', 'id', 'title', 'createdAt']))
    expect(items('fields')?.enum).not.toContain('author')
    expect(items('populate')).toMatchObject({
      anyOf: [{ enum: ['*', 'author', 'seo', 'zone', 'owner'] }, {}],
    })
  })

  it('filter by every operator, through relations', () => {
    const { properties } = schemaNamed('ArticleFilters') as { properties: Record<string, JsonSchema> }
    expect(properties.author).toEqual({ anyOf: [ref('AuthorFilters'), ref('NumberConditions')] })
    expect(properties.$or).toEqual({ type: 'array', items: ref('ArticleFilters') })
    expect(properties).not.toHaveProperty('zone')
    const [, operators] = schemaNamed('TextConditions').anyOf as [unknown, { properties: object }]
    expect(Object.keys(operators.properties)).toEqual(COMPARISON_OPERATORS)
  })
})

describe('answers', () => {
  it('refer to what is populated instead of writing it out', () => {
    const { properties } = schemaNamed('Article') as { properties: Record<string, JsonSchema> }
    expect(properties.author).toMatchObject({ anyOf: [ref('Author'), ref('Count'), { type: 'null' }] })
    expect(properties.kind).toEqual({ type: ['string', 'null'], enum: ['news', 'essay', null] })
    expect(properties.id).toEqual({ type: 'integer' })
    expect(schemaNamed('Author')).toMatchObject({ required: ['id', 'documentId'] })
  })

  it('tell the components of a zone apart', () => {
    expect(schemaNamed('Article')).toMatchObject({
      properties: {
        zone: {
          items: {
            oneOf: [ref('SharedSeoItem'), ref('SharedQuoteItem')],
            discriminator: {
              propertyName: '__component',
              mapping: { 'shared.seo': ref('SharedSeoItem').$ref, 'shared.quote': ref('SharedQuoteItem').$ref },
            },
          },
        },
      },
    })
    expect(schemaNamed('SharedSeoItem')).toMatchObject({
      required: ['id', '__component'],
      properties: { __component: { const: 'shared.seo' } },
    })
    expect(schemaNamed('AnyEntry')).toMatchObject({ discriminator: { propertyName: '__type' } })
  })

  it('can be every error there is', () => {
    const text = JSON.stringify(DOCUMENT.components.responses)
    const shown = Object.values(DOCUMENT.components.responses).flatMap(({ content }) =>
      Object.keys(content?.['application/json']?.examples ?? {}),
    )
    const statuses = new Set(
      Object.keys(DOCUMENT.components.responses).map((name) => Number(name.slice('Error'.length))),
    )
    const expected = Object.entries(ERRORS).filter(([, { status }]) => statuses.has(status))
    expect(shown.sort()).toEqual(expected.map(([code]) => code).sort())
    expect(text).toContain(ERRORS.PAGINATION_MIXED.message.slice(0, 20))
    expect(schemaNamed('Error')).toMatchObject({ required: ['data', 'error'] })
  })
})

describe('bodies', () => {
  const bodyOf = (path: string, method: Method) =>
    operation(path, method).requestBody?.content['application/json']?.schema

  it('demand what is required only where there are no drafts', () => {
    expect(bodyOf('/api/articles', 'post')).toEqual({
      type: 'object',
      required: ['data'],
      properties: { data: ref('ArticleInput') },
    })
    expect(bodyOf('/api/authors', 'post')).toMatchObject({
      properties: { data: { allOf: [ref('AuthorInput')], required: ['name'] } },
    })
    expect(bodyOf('/api/authors/{documentId}', 'put')).toMatchObject({ properties: { data: ref('AuthorInput') } })
  })

  it('have the rules that always hold as rules, and the others in words', () => {
    expect(schemaNamed('ArticleInput')).toMatchObject({
      properties: {
        title: {
          type: ['string', 'null'],
          maxLength: 9,
          description: 'Required in a published entry. At least 3 characters in a published entry.',
        },
      },
    })
    expect(schemaNamed('ArticleInput').properties).not.toHaveProperty('createdAt')
  })

  it('have defaults in words: with the keyword, openapi-typescript would demand the property in every body', () => {
    const description = 'Required in a published entry. A new entry without it has `1`.'
    expect(schemaNamed('AuthorInput').properties).toHaveProperty('level', { type: ['integer', 'null'], description })
  })
})

it('a token goes into the header, and is not needed', () => {
  expect(DOCUMENT.security).toEqual([{}, { bearer: [] }])
  expect(DOCUMENT.components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' })
})

describe('a content type whose name is a path of plugins', () => {
  const text = { text: { type: 'string' } }
  const pathsWith = (plural: string) => {
    const schema = schemaOf({ types: { [plural.slice(0, -1)]: text }, withoutDrafts: [plural.slice(0, -1)] })
    const facts = { rest: REST, writable: true, users: true, version: '1', servers: [] }
    return describeApi({ view: viewOf(schema), ...facts }).paths
  }

  it('has that path, where Strapi reads users', () => {
    const paths = pathsWith('users')
    expect(paths['/api/users']?.get?.operationId).toBe('User.find')
    expect(Object.keys(paths).filter((path) => path.startsWith('/api/users'))).toEqual([
      '/api/users',
      '/api/users/{documentId}',
      '/api/users/me',
    ])
  })

  it('takes no other path', () => {
    expect(pathsWith('tags')['/api/users']?.get?.operationId).toBe('Users.find')
  })
})

it('describes the parameters of a plugin for depth, where the project has it', () => {
  const depthPlugin = { defaultLevels: 5, skipsCreators: true }
  const namesWith = (rest: Partial<RestSettings>) =>
    (describedTo(undefined, { rest: { ...REST, ...rest } }).paths['/api/articles']?.get?.parameters ?? []).flatMap(
      (parameter) => ('name' in parameter ? [parameter.name] : []),
    )
  expect(namesWith({ depthPlugin })).toEqual(expect.arrayContaining(['pLevel', 'pIgnore']))
  expect(namesWith({})).not.toContain('pLevel')
  expect(namesWith({ depthPlugin, strictParams: true })).not.toContain('pLevel')
})
