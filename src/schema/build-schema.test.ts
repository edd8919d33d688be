import { describe, expect, it } from 'vitest'
import { buildSchema } from './build-schema.ts'
import type { ScalarType } from './schema.ts'
import type { SchemaFile } from './schema-file.ts'

const SETTINGS = { privateAttributes: [], customFields: new Map<string, string>() }

type Raw = Readonly<Record<string, unknown>>

function contentType(name: string, attributes: Raw, more: Raw = {}): SchemaFile {
  const info = { singularName: name, pluralName: `${name}s`, displayName: name }
  const file = `src/api/${name}/content-types/${name}/schema.json`
  const content = { kind: 'collectionType', collectionName: `${name}s`, info, attributes, ...more }
  return { kind: 'contentType', uid: `api::${name}.${name}`, name, file, content }
}

function component(name: string, attributes: Raw, more: Raw = {}): SchemaFile {
  const content = { collectionName: `components_shared_${name}s`, info: { displayName: name }, attributes, ...more }
  return { kind: 'component', uid: `shared.${name}`, name, file: `src/components/shared/${name}.json`, content }
}

const relation = (kind: string, target: string, more: Raw = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
})
const problemsOf = (...files: readonly SchemaFile[]) => buildSchema(files, SETTINGS).problems
const article = (attributes: Raw, more: Raw = {}) => contentType('article', attributes, more)

function attributeOf(file: SchemaFile, name: string, settings = SETTINGS) {
  const { schema, problems } = buildSchema([file], settings)
  expect(problems).toEqual([])
  return (schema.contentTypes.get(file.uid) ?? schema.components.get(file.uid))?.attributes.get(name)
}

describe('tables', () => {
  it('belong to one model each, those that come with the server included', () => {
    const stray = contentType('document', {}, { collectionName: 'files' })
    const twin = component('twin', {}, { collectionName: 'components_shared_seos' })
    expect(problemsOf(stray, component('seo', {}), twin)).toEqual([
      {
        file: stray.file,
        path: 'collectionName',
        message: 'The table "files" is that of plugin::upload.file; give this one another collectionName.',
      },
      {
        file: twin.file,
        path: 'collectionName',
        message: 'The table "components_shared_seos" is that of shared.seo; give this one another collectionName.',
      },
    ])
  })
})

describe('a sound schema', () => {
  it('has no problems by itself: the built-in types fit together', () => {
    const { schema, problems } = buildSchema([], SETTINGS)
    expect(problems).toEqual([])
    expect([...schema.contentTypes.values()].map((type) => [type.uid, type.collectionName, type.hasRoutes])).toEqual([
      ['plugin::upload.file', 'files', false],
      ['plugin::upload.folder', 'upload_folders', false],
      ['plugin::users-permissions.user', 'up_users', false],
      ['plugin::users-permissions.role', 'up_roles', false],
      ['plugin::users-permissions.permission', 'up_permissions', false],
      ['plugin::i18n.locale', 'i18n_locale', false],
      ['admin::user', 'admin_users', false],
    ])
  })

  it('defaults to a collection type without drafts, named after the singular name', () => {
    const bare = {
      ...article({}),
      content: { info: { singularName: 'article', pluralName: 'articles', displayName: 'A' } },
    }
    expect(buildSchema([bare], SETTINGS).schema.contentTypes.get('api::article.article')).toMatchObject({
      kind: 'collectionType',
      collectionName: 'article',
      draftAndPublish: false,
      localized: false,
      hasRoutes: true,
    })
  })

  it('gives components an id, a documentId that may be missing, and their own attributes', () => {
    const { schema } = buildSchema([component('seo', { title: { type: 'string' } })], SETTINGS)
    const attributes = schema.components.get('shared.seo')?.attributes
    expect([...(attributes?.keys() ?? [])]).toEqual(['id', 'documentId', 'title'])
    expect(attributes?.get('documentId')).toMatchObject({ optional: true })
  })

  it('treats oneWay and manyWay as relations with one side', () => {
    const file = article({
      a: relation('oneWay', 'api::article.article'),
      b: relation('manyWay', 'api::article.article'),
    })
    expect(attributeOf(file, 'a')).toMatchObject({ relation: 'oneToOne', toMany: false })
    expect(attributeOf(file, 'b')).toMatchObject({ relation: 'oneToMany', toMany: true })
  })

  it('lets an extension replace the attributes of the built-in user', () => {
    const role = relation('manyToOne', 'plugin::users-permissions.role', { inversedBy: 'users' })
    const extension: SchemaFile = {
      kind: 'extension',
      uid: 'plugin::users-permissions.user',
      name: 'user',
      file: 'src/extensions/users-permissions/content-types/user/schema.json',
      content: { attributes: { username: { type: 'string' }, nickname: { type: 'string' }, role } },
    }
    const { schema, problems } = buildSchema([extension], SETTINGS)
    const user = schema.contentTypes.get('plugin::users-permissions.user')
    expect(problems).toEqual([])
    expect(user?.collectionName).toBe('up_users')
    expect(user?.attributes.has('nickname')).toBe(true)
    expect(user?.attributes.has('email')).toBe(false)
  })
})

describe('hidden attributes', () => {
  const names = { title: { type: 'string' }, note: { type: 'string', private: true }, code: { type: 'password' } }

  it('are the private ones, passwords, and those listed', () => {
    const file = article(names, { options: { privateAttributes: ['createdAt', 'id', 'documentId'] } })
    const settings = { ...SETTINGS, privateAttributes: ['updatedAt'] }
    const { schema } = buildSchema([file], settings)
    const attributes = [...(schema.contentTypes.get('api::article.article')?.attributes.values() ?? [])]
    expect(attributes.filter((attribute) => attribute.hidden).map((attribute) => attribute.name)).toEqual([
      'note',
      'code',
      'createdAt',
      'updatedAt',
      'createdBy',
      'updatedBy',
      'locale',
      'localizations',
    ])
  })

  it('are not creators where the type shows them, nor locales of a localized type', () => {
    const file = article({}, { options: { populateCreatorFields: true }, pluginOptions: { i18n: { localized: true } } })
    expect(attributeOf(file, 'createdBy')).toMatchObject({ hidden: false, needsFind: false, useJoinTable: false })
    expect(attributeOf(file, 'locale')).toMatchObject({ hidden: false })
    expect(attributeOf(file, 'localizations')).toMatchObject({ hidden: false, target: 'api::article.article' })
  })

  it('hide a custom field that is stored as a password', () => {
    const file = article({ pin: { type: 'customField', customField: 'plugin::pin.pin' } })
    const settings = { ...SETTINGS, customFields: new Map([['plugin::pin.pin', 'password']]) }
    expect(attributeOf(file, 'pin', settings)).toMatchObject({ type: 'password', hidden: true })
  })

  it('show of an administrator no more than the name', () => {
    const { schema } = buildSchema([], SETTINGS)
    const attributes = [...(schema.contentTypes.get('admin::user')?.attributes.values() ?? [])]
    expect(attributes.filter((attribute) => !attribute.hidden).map((attribute) => attribute.name)).toEqual([
      'id',
      'documentId',
      'firstname',
      'lastname',
      'username',
      'preferedLanguage',
      'createdAt',
      'updatedAt',
      'publishedAt',
    ])
  })
})

describe('custom fields', () => {
  it('are known, or set by the project', () => {
    const file = article({ color: { type: 'customField', customField: 'plugin::color-picker.color' } })
    expect(attributeOf(file, 'color')).toMatchObject({ kind: 'scalar', type: 'string' })
    const settings = { ...SETTINGS, customFields: new Map([['plugin::color-picker.color', 'json']]) }
    expect(attributeOf(file, 'color', settings)).toMatchObject({ type: 'json' })
  })

  const map = article({ map: { type: 'customField', customField: 'plugin::map.point' } })

  it('are left out, with what to configure, where their stored type is unknown', () => {
    const { schema, problems, notices } = buildSchema([map], SETTINGS)
    expect(problems).toEqual([])
    expect(schema.contentTypes.get(map.uid)?.attributes.has('map')).toBe(false)
    expect(notices).toMatchObject([{ about: 'attribute', model: map.uid, path: 'attributes.map.customField' }])
    expect(notices[0]?.message).toContain('rest.customFields: { "plugin::map.point": "json" }')
  })

  it('are what their column is, unless the project says otherwise', () => {
    const typeOf = (file: SchemaFile, name: string, stored: ScalarType | null, settings = SETTINGS) => {
      const asked: unknown[] = []
      const built = buildSchema([file], settings, (place) => {
        asked.push(place)
        return stored
      })
      const attribute = built.schema.contentTypes.get(file.uid)?.attributes.get(name)
      return { type: attribute?.kind === 'scalar' ? attribute.type : null, asked, notices: built.notices }
    }
    const place = { collectionName: 'articles', attribute: 'map', columnName: null }
    expect(typeOf(map, 'map', 'json')).toEqual({ type: 'json', asked: [place], notices: [] })
    const configured = { ...SETTINGS, customFields: new Map([['plugin::map.point', 'text']]) }
    expect(typeOf(map, 'map', 'json', configured).type).toBe('text')
    const secret = article({ pass: { type: 'customField', customField: 'plugin::vault.password' } })
    expect(typeOf(secret, 'pass', 'string').type).toBe('password')
    const editor = article({ text: { type: 'customField', customField: 'plugin::ckeditor5.CKEditor' } })
    expect(['text', 'json', null].map((stored) => typeOf(editor, 'text', stored as ScalarType | null).type)).toEqual([
      'richtext',
      'json',
      'richtext',
    ])
  })
})

describe('the other side of a relation to users or files, where code adds it', () => {
  it('may be there once Strapi starts: relations are served without it', () => {
    const file = article({
      owner: relation('manyToOne', 'plugin::users-permissions.user', { inversedBy: 'articles' }),
      readers: relation('manyToMany', 'plugin::users-permissions.user', { mappedBy: 'readArticles' }),
      covers: { type: 'relation', relation: 'morphMany', target: 'plugin::upload.file', morphBy: 'usedIn' },
    })
    const { schema, problems, notices } = buildSchema([file], SETTINGS)
    expect(problems).toEqual([])
    const attributes = schema.contentTypes.get('api::article.article')?.attributes
    expect(attributes?.get('owner')).toMatchObject({ relation: 'manyToOne', inversedBy: null, mappedBy: null })
    expect([attributes?.has('readers'), attributes?.has('covers')]).toEqual([false, false])
    expect(notices.map(({ path }) => path)).toEqual([
      'attributes.owner.inversedBy',
      'attributes.covers.morphBy',
      'attributes.readers',
    ])
    expect(notices[0]?.message).toContain('src/extensions/users-permissions/content-types/user/schema.json')
  })
})

describe('types of plugins that are not known', () => {
  const files = [
    article({
      menu: relation('manyToOne', 'plugin::navigation.menu'),
      form: { type: 'relation', relation: 'morphMany', target: 'plugin::forms.form', morphBy: 'related' },
      role: relation('oneToOne', 'admin::role'),
      title: { type: 'string' },
    }),
    component('seo', { page: relation('oneToOne', 'plugin::navigation.page'), title: { type: 'string' } }),
  ]

  it('are left out with the relations to them, and told', () => {
    const { schema, problems, notices } = buildSchema(files, SETTINGS)
    expect(problems).toEqual([])
    const names = [...(schema.contentTypes.get('api::article.article')?.attributes.keys() ?? [])]
    expect(names.filter((name) => ['menu', 'form', 'role', 'title'].includes(name))).toEqual(['title'])
    expect(schema.components.get('shared.seo')?.attributes.has('page')).toBe(false)
    expect(
      notices.map(({ file, path, message }) => [file, path, /plugin::[\w.]+|admin::\w+/.exec(message)?.[0]]),
    ).toEqual([
      [files[0]?.file, 'attributes.menu', 'plugin::navigation.menu'],
      [files[0]?.file, 'attributes.form', 'plugin::forms.form'],
      [files[0]?.file, 'attributes.role', 'admin::role'],
      [files[1]?.file, 'attributes.page', 'plugin::navigation.page'],
    ])
  })

  describe('that src/extensions describes', () => {
    const extension = (plugin: string, name: string, content: object): SchemaFile => ({
      kind: 'extension',
      uid: `plugin::${plugin}.${name}`,
      name,
      file: `src/extensions/${plugin}/content-types/${name}/schema.json`,
      content,
    })
    const described = (name: string, attributes: object) => ({
      collectionName: `${name}_rows`,
      info: { singularName: name, pluralName: `${name}s`, displayName: name },
      attributes,
    })

    it('are known, and so are those that they lead to', () => {
      const files = [
        article({ menu: relation('oneToOne', 'plugin::menus.menu') }),
        extension('menus', 'menu', described('menu', { items: relation('oneToMany', 'plugin::menus.item') })),
        extension('menus', 'item', described('item', { icon: relation('oneToOne', 'plugin::menus.icon') })),
      ]
      const { schema, problems, notices } = buildSchema(files, SETTINGS)
      expect(problems).toEqual([])
      expect(schema.contentTypes.get('plugin::menus.menu')).toMatchObject({
        collectionName: 'menu_rows',
        hasRoutes: false,
      })
      expect(schema.contentTypes.get('plugin::menus.menu')?.attributes.has('items')).toBe(true)
      expect(notices).toMatchObject([{ model: 'plugin::menus.item', path: 'attributes.icon' }])
      expect(notices[0]?.message).toContain('src/extensions/menus/content-types/icon/schema.json')
    })

    it('may be added to a plugin that is known', () => {
      const profile = described('profile', { motto: { type: 'string' } })
      const uid = 'plugin::users-permissions.profile'
      const { schema, problems } = buildSchema(
        [article({ by: relation('oneToOne', uid) }), extension('users-permissions', 'profile', profile)],
        SETTINGS,
      )
      expect(problems).toEqual([])
      expect(schema.contentTypes.get(uid)?.attributes.has('motto')).toBe(true)
    })

    it('are not looked at where nothing leads there, or where the file says only what is different', () => {
      const uid = 'plugin::menus.menu'
      const alone = buildSchema([article({}), extension('menus', 'menu', described('menu', {}))], SETTINGS)
      expect(alone.schema.contentTypes.has(uid)).toBe(false)
      const partial = buildSchema(
        [article({ menu: relation('oneToOne', uid) }), extension('menus', 'menu', { options: {} })],
        SETTINGS,
      )
      expect(partial.problems).toEqual([])
      expect(partial.schema.contentTypes.has(uid)).toBe(false)
    })
  })

  it('are not those of a plugin that is: there it is a mistake', () => {
    const [problem] = problemsOf(article({ a: relation('oneToOne', 'plugin::users-permissions.usr') }))
    expect(problem?.message).toContain('Did you mean "plugin::users-permissions.user"?')
  })
})

const A = 'api::article.article'

describe('what Strapi starts with, and cannot be served', () => {
  const noticesOf = (...files: readonly SchemaFile[]) => {
    const { problems, notices } = buildSchema(files, SETTINGS)
    expect(problems).toEqual([])
    return notices.map(({ about, path, message }) => [about, path, message])
  }

  it('a polymorphic relation that does not say which', () => {
    expect(noticesOf(article({ a: relation('morphOne', A) }))).toEqual([
      ['attribute', 'attributes.a.morphBy', expect.stringContaining(`attribute of ${A} that leads here`)],
    ])
  })

  it('a component of a zone that does not exist', () => {
    const files = [
      component('seo', {}),
      article({ a: { type: 'dynamiczone', components: ['shared.sea', 'shared.seo'] } }),
    ]
    expect(noticesOf(...files)).toEqual([
      ['attribute', 'attributes.a.components.0', expect.stringContaining('Did you mean "shared.seo"?')],
    ])
    const zone = buildSchema(files, SETTINGS).schema.contentTypes.get(A)?.attributes.get('a')
    expect(zone).toMatchObject({ components: ['shared.seo'] })
  })

  it('a zone without a list of components: it is empty', () => {
    const file = article({ a: { type: 'dynamiczone' } })
    expect(attributeOf(file, 'a')).toMatchObject({ kind: 'dynamiczone', components: [] })
  })

  it('the key of components where a zone has that of one component', () => {
    const file = article({ a: { type: 'dynamiczone', component: ['shared.seo'] } })
    expect(noticesOf(file)).toEqual([['rule', 'attributes.a.component', expect.stringContaining('"components"')]])
  })

  it('attributes that every content type has anyway: they are what they are', () => {
    const names = ['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', 'locale', 'localizations']
    const file = article(Object.fromEntries(names.map((name) => [name, { type: 'json' }])))
    expect(noticesOf(file)).toEqual(
      names.map((name) => ['rule', `attributes.${name}`, expect.stringContaining('Choose another name')]),
    )
    const dumped = names.map((name) => [name, { type: 'json', configurable: false, writable: false }])
    expect(noticesOf(article(Object.fromEntries(dumped)))).toEqual([])
    const { attributes } = buildSchema([file], SETTINGS).schema.contentTypes.get(A) ?? { attributes: new Map() }
    const plain = buildSchema([article({})], SETTINGS).schema.contentTypes.get(A)
    expect(attributes).toEqual(plain?.attributes)
  })

  it.each(['my articles', 'a/b', '😀', 'a%b', 'a?b'])('no path is made of the name %s', (pluralName) => {
    const file = article({}, { info: { singularName: 'article', pluralName, displayName: 'Article' } })
    expect(problemsOf(file)).toEqual([
      { file: file.file, path: 'info.pluralName', message: expect.stringContaining('No request could have the path') },
    ])
  })

  it.each(['a\u0000b', 'a\nb'])('no attribute has the name %j', (name) => {
    expect(problemsOf(article({ [name]: { type: 'string' } }))).toEqual([
      expect.objectContaining({ message: 'A name cannot have control characters in it.' }),
    ])
  })

  it('a pattern between slashes, and no other one', () => {
    const patterned = (regex: string) => noticesOf(article({ a: { type: 'string', regex } }))
    const notice = ['suspect', 'attributes.a.regex', expect.stringContaining('without slashes around it')]
    for (const regex of ['/^[a-z]+$/', '/a/i']) expect(patterned(regex)).toEqual([notice])
    for (const regex of ['^/[a-z]+/$', '^[a-z]+$', '/[a-z]+']) expect(patterned(regex)).toEqual([])
  })

  it.each(['users', 'upload'])('a path that hides what is there anyway: %s', (pluralName) => {
    const file = article({}, { info: { singularName: 'article', pluralName, displayName: 'Article' } })
    expect(problemsOf(file)).toEqual([])
    expect(noticesOf(file)).toEqual([['suspect', 'info.pluralName', expect.stringContaining('Choose another name')]])
  })

  it('names that only look like them are attributes like any other', () => {
    const file = article({ CreatedBy: { type: 'string' }, updated_by: { type: 'string' } })
    expect(noticesOf(file)).toEqual([])
    expect(attributeOf(file, 'CreatedBy')).toMatchObject({ kind: 'scalar', type: 'string', hidden: false })
  })

  it.each([[[]], [[1, 2]]])('an enumeration without a value that is a text: %j', (values) => {
    const odd = { a: { type: 'enumeration', enum: values } }
    const said = [['suspect', 'attributes.a.enum', expect.stringContaining('"a" lists no values that are texts')]]
    expect([noticesOf(article(odd)), noticesOf(article({}), component('seo', odd))]).toEqual([said, said])
  })

  it('a dynamic zone without a list of components, other than an empty list', () => {
    const said =
      'The dynamic zone "a" names no components, so it is always empty. List them: "components": ["shared.seo"].'
    const suspected = [['suspect', 'attributes.a.components', said]]
    expect(noticesOf(article({ a: { type: 'dynamiczone' } }))).toEqual(suspected)
    expect(noticesOf(article({}), component('seo', { a: { type: 'dynamiczone', components: null } }))).toEqual(
      suspected,
    )
    expect(noticesOf(article({ a: { type: 'dynamiczone', components: [] } }))).toEqual([])
  })

  it('users without roles', () => {
    const extension: SchemaFile = {
      kind: 'extension',
      uid: 'plugin::users-permissions.user',
      name: 'user',
      file: 'user.json',
      content: { attributes: { username: { type: 'string' } } },
    }
    expect(noticesOf(extension)).toEqual([])
    const { schema } = buildSchema([extension], SETTINGS)
    expect(schema.contentTypes.get('plugin::users-permissions.role')?.attributes.has('users')).toBe(false)
  })
})

const PROBLEMS: readonly [string, readonly SchemaFile[], string, string][] = [
  [
    'no names',
    [{ ...article({}), content: { info: { singularName: 'article', displayName: 'A' } } }],
    'info.pluralName',
    'pluralName',
  ],
  ['another folder', [{ ...article({}), name: 'post' }], 'info.singularName', '"post"'],
  ['an unknown kind', [article({}, { kind: 'collection' })], 'kind', 'singleType'],
  ['an unknown type', [article({ a: { type: 'strin' } })], 'attributes.a.type', 'Did you mean "string"?'],
  ['no type', [article({ a: {} })], 'attributes.a.type', 'must have a type'],
  [
    'a component without a table',
    [component('link', {}, { collectionName: undefined })],
    'collectionName',
    '"components_shared_link"',
  ],
  [
    'a relation as Strapi 3 writes it',
    [article({ a: { model: 'author' } })],
    'attributes.a.type',
    '"relation": "manyToOne", "target": "api::author.author"',
  ],
  ['an attribute that is no object', [article({ a: 'string' })], 'attributes.a', 'object'],
  ['no relation', [article({ a: { type: 'relation', target: A } })], 'attributes.a.relation', 'manyToMany'],
  [
    'an unknown relation',
    [article({ a: relation('oneToMny', A) })],
    'attributes.a.relation',
    'Did you mean "oneToMany"?',
  ],
  ['no target', [article({ a: { type: 'relation', relation: 'oneToOne' } })], 'attributes.a.target', 'content type'],
  [
    'an unknown target',
    [article({ a: relation('oneToOne', 'api::article.artcle') })],
    'attributes.a.target',
    `Did you mean "${A}"?`,
  ],
  [
    'a missing other side',
    [article({ a: relation('oneToOne', A, { inversedBy: 'b' }) })],
    'attributes.a.inversedBy',
    'no attribute "b"',
  ],
  [
    'an other side that is not a relation',
    [article({ a: relation('manyToOne', A, { inversedBy: 'b' }), b: { type: 'string' } })],
    'attributes.a.inversedBy',
    'not a relation',
  ],
  [
    'a oneToMany relation that would be the owner',
    [article({ a: relation('oneToMany', A, { inversedBy: 'b' }), b: relation('manyToOne', A) })],
    'attributes.a.inversedBy',
    'never the owner',
  ],
  [
    'a manyToOne relation that would not be the owner',
    [article({ a: relation('manyToOne', A, { mappedBy: 'b' }), b: relation('oneToMany', A) })],
    'attributes.a.mappedBy',
    'always the owner',
  ],
  [
    'a morphBy that is missing',
    [article({ a: relation('morphMany', A, { morphBy: 'b' }) })],
    'attributes.a.morphBy',
    'no attribute "b"',
  ],
  [
    'a morphBy that is no morph relation',
    [article({ a: relation('morphMany', A, { morphBy: 'b' }), b: { type: 'string' } })],
    'attributes.a.morphBy',
    'morphToMany',
  ],
  [
    'an unknown component',
    [article({ a: { type: 'component', component: 'shared.seo' } })],
    'attributes.a.component',
    'shared.seo',
  ],
  ['no component', [article({ a: { type: 'component' } })], 'attributes.a.component', 'name its component'],
  [
    'no list in a zone',
    [article({ a: { type: 'dynamiczone', components: 'a.b' } })],
    'attributes.a.components',
    'list',
  ],
  ['an enumeration without values', [article({ a: { type: 'enumeration' } })], 'attributes.a.enum', 'values'],
  ['a reserved name', [article({ published_at: { type: 'string' } })], 'attributes.published_at', 'reserved'],
  [
    'a reserved name in a component',
    [component('seo', { documentID: { type: 'string' } })],
    'attributes.documentID',
    'reserved',
  ],
  ['a component without table', [component('seo', {}, { collectionName: undefined })], 'collectionName', 'table'],
]

describe('problems', () => {
  it.each(PROBLEMS)('%s', (_what, files, path, text) => {
    const problems = problemsOf(...files)
    expect(problems.map((problem) => problem.path)).toEqual([path])
    expect(problems[0]?.file).toBe(files.at(-1)?.file)
    expect(problems[0]?.message).toContain(text)
  })

  it('finds names that two types share, singular or plural', () => {
    const one = contentType('news', {}, { info: { singularName: 'news', pluralName: 'news', displayName: 'N' } })
    expect(problemsOf(one).map(({ path }) => path)).toEqual(['info.pluralName'])
    const two = contentType('articles', {}, { info: { singularName: 'articles', pluralName: 'x', displayName: 'N' } })
    expect(problemsOf(article({}), two)[0]?.message).toContain('api::article.article')
  })

  it('are reported all at once', () => {
    const files = [article({ a: { type: 'x' }, b: { type: 'enumeration' } }), component('seo', { c: { type: 'y' } })]
    expect(problemsOf(...files)).toHaveLength(3)
  })

  it('are reported once: what refers to a broken thing is not broken itself', () => {
    const unreadable: SchemaFile = { ...contentType('author', {}), content: undefined }
    expect(problemsOf(unreadable, article({ author: relation('oneToOne', 'api::author.author') }))).toEqual([])
    const files = [article({ a: relation('oneToOne', A, { mappedBy: 'b' }), b: { type: 'relaton' } })]
    expect(problemsOf(...files).map(({ path }) => path)).toEqual(['attributes.b.type'])
  })
})

describe('a name that does not exist', () => {
  it('comes with the one that was meant, or with all there are', () => {
    const dish = contentType('dish', {
      price: { type: 'number' },
      cook: { type: 'manyToOne', target: 'api::author.author' },
      menu: relation('hasOne', 'api::dish.dish'),
      writer: relation('manyToOne', 'author'),
      writers: relation('oneToMany', 'api::authors'),
      link: { type: 'component', component: 'link' },
      links: { type: 'component', component: 'other.links' },
    })
    const messages = problemsOf(dish, contentType('author', {}), component('link', {})).map(({ message }) => message)
    expect(messages).toEqual([
      'There is no type "number". Did you mean "integer" or "decimal"?',
      'There is no type "manyToOne". Did you mean "type": "relation", "relation": "manyToOne"?',
      'There is no relation "hasOne". Did you mean "oneToOne"?',
      'There is no content type "author". Did you mean "api::author.author"?',
      'There is no content type "api::authors". Did you mean "api::author.author"?',
      'There is no component "link". Did you mean "shared.link"?',
      'There is no component "other.links". Did you mean "shared.link"?',
    ])
  })

  it('is that of a plugin, without one of its types', () => {
    const page = contentType('page', { author: relation('oneToOne', 'plugin::user') })
    const { problems, notices } = buildSchema([page], SETTINGS)
    expect(problems).toEqual([])
    expect(notices.map(({ message }) => message)).toEqual([
      '"author" is left out: plugin::user is no content type. Name it as in "plugin::users-permissions.user".',
    ])
  })

  it('is that of the folder, in kebab case', () => {
    const info = { singularName: 'blogPost', pluralName: 'blogPosts', displayName: 'Post' }
    const file: SchemaFile = { ...contentType('blog-post', {}), name: 'blogPost', content: { info, attributes: {} } }
    expect(problemsOf(file).map(({ message }) => message)).toEqual([
      'This must be "blog-post", the name of the folder in kebab case, not "blogPost".',
    ])
  })

  it('is that of a type that was removed: what leads to it goes too', () => {
    const messages = problemsOf(contentType('dish', { writer: relation('manyToOne', 'api::gone.gone') })).map(
      ({ message }) => message,
    )
    expect(messages).toEqual([
      'There is no content type "api::gone.gone". Remove this attribute, or add the schema file of that type.',
    ])
  })
})
