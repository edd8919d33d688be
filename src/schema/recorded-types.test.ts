import { describe, expect, it } from 'vitest'
import { withoutFiles } from './recorded-privacy.ts'
import { withRecorded, withSwitched } from './recorded-types.ts'
import type { SchemaFile } from './schema-file.ts'

const attributes = { title: { type: 'string' } }
const page: SchemaFile = {
  kind: 'contentType',
  uid: 'api::page.page',
  name: 'page',
  file: 'src/api/page/content-types/page/schema.json',
  content: { attributes },
}

describe('attributes that code adds', () => {
  const tenant = { type: 'string' }
  const menus = { 'plugin::menus.menu': { __schema__: { attributes: {} } } }
  const toMenu = { type: 'relation', relation: 'oneToMany', target: 'plugin::menus.menu' }
  const gone = { type: 'relation', relation: 'oneToMany', target: 'api::gone.gone' }

  /** The file had `tenant` when Strapi started, or code has added it to the type and to the copy of the file. */
  const changedByCode = {
    'api::page.page': {
      attributes: { ...attributes, tenant, locale: { type: 'string' }, menus: toMenu, gone },
      __schema__: { attributes: { ...attributes, tenant } },
    },
    ...menus,
  }

  it('adds attributes that came to be when Strapi started, unless they lead to nothing or the file may have lost them', () => {
    const [changed] = withRecorded([page], changedByCode)
    expect(changed?.content).toEqual({ attributes: { ...attributes, menus: toMenu } })
    expect(withRecorded([page], withoutFiles(changedByCode))[0]).toEqual(changed)
  })

  it('adds the attributes that strapi-server gives to users, with a file of the project and without', () => {
    const ofUser = {
      username: { type: 'string' },
      nickname: { type: 'string' },
      pin: { type: 'string', private: true },
    }
    const user = { attributes: ofUser, __schema__: { attributes: ofUser } }
    const recorded = { 'plugin::users-permissions.user': user }
    const [, alone] = withRecorded([page], recorded)
    expect(alone).toMatchObject({
      kind: 'extension',
      uid: 'plugin::users-permissions.user',
      content: { attributes: { ...ofUser, role: { type: 'relation' } } },
    })
    const own: SchemaFile = { ...page, kind: 'extension', uid: 'plugin::users-permissions.user', name: 'user' }
    const [extended] = withRecorded([own], recorded)
    expect(extended?.content).toMatchObject({ attributes: { ...attributes, nickname: { type: 'string' } } })
  })
})

describe('withRecorded', () => {
  it('follows code that has switched Draft & Publish or locales, where the file is what Strapi has read', () => {
    const content = { options: { comment: 'x' }, pluginOptions: { other: 1, i18n: { localized: true } }, attributes }
    const recorded = { options: { draftAndPublish: true }, pluginOptions: {}, attributes, __schema__: content }
    const [switched] = withRecorded([{ ...page, content }], { 'api::page.page': recorded })
    expect(switched?.content).toEqual({
      options: { comment: 'x', draftAndPublish: true },
      pluginOptions: { other: 1, i18n: { localized: false } },
      attributes,
    })
    const older = { ...recorded, __schema__: { ...content, options: { draftAndPublish: true }, pluginOptions: {} } }
    expect(withRecorded([{ ...page, content }], { 'api::page.page': older })).toEqual([{ ...page, content }])
  })

  it('hides what is private in the record, in types of plugins and of Strapi too', () => {
    const secret = { type: 'string', private: true }
    const written = { collectionName: 'menus', info: {}, attributes: { secret: { type: 'string' } } }
    const recorded = {
      'api::page.page': {
        options: { privateAttributes: ['listed', 1] },
        attributes: { title: secret, createdAt: secret, createdBy: secret, locale: secret },
        __schema__: { attributes },
      },
      'plugin::menus.menu': { attributes: { secret }, __schema__: written },
      'plugin::users-permissions.user': { attributes: { email: secret, password: secret } },
    }
    const contents = withRecorded([page], recorded).map(({ uid, content }) => [uid, content])
    const listed = (...names: readonly string[]) => ({ options: { privateAttributes: names } })
    expect(contents).toEqual([
      ['api::page.page', { attributes, ...listed('listed', 'title', 'createdAt') }],
      ['plugin::menus.menu', { ...written, ...listed('secret') }],
      ['plugin::users-permissions.user', listed('email')],
    ])
    expect(withSwitched([page], recorded).map(({ uid }) => uid)).toEqual([
      'api::page.page',
      'plugin::users-permissions.user',
    ])
  })

  it('hides a password of the record that has another type in the file', () => {
    const files = [{ ...page, content: { attributes: { title: { type: 'string' }, pin: { type: 'password' } } } }]
    const asPasswords = { attributes: { title: { type: 'password' }, pin: { type: 'password' } } }
    const recorded = { 'api::page.page': { ...asPasswords, __schema__: asPasswords } }
    const hidden = [{ ...page, content: { ...files[0]?.content, options: { privateAttributes: ['title'] } } }]
    expect(withRecorded(files, recorded)).toEqual(hidden)
    expect(withRecorded(files, withoutFiles(recorded))).toEqual(files)
  })

  it('adds types of plugins, and no others', () => {
    const content = { collectionName: 'wt_url_alias', info: {}, attributes: {} }
    const uids = ['plugin::webtools.url-alias', 'plugin::upload.file', 'admin::role', 'api::other.other']
    const recorded = Object.fromEntries(uids.map((uid) => [uid, { __schema__: content }]))
    expect(withRecorded([page], recorded)).toEqual([
      page,
      {
        kind: 'extension',
        uid: 'plugin::webtools.url-alias',
        name: 'url-alias',
        file: 'strapi_core_store_settings',
        content,
      },
    ])
  })

  it('takes the file where the project has one', () => {
    const own: SchemaFile = { ...page, kind: 'extension', uid: 'plugin::menus.menu', name: 'menu' }
    expect(withRecorded([own], { 'plugin::menus.menu': { __schema__: {} } })).toEqual([own])
  })

  it.each([
    [{}],
    [{ 'api::page.page': null }],
    [{ 'api::page.page': { attributes: [] } }],
    [{ 'api::page.page': { attributes: { a: {} } } }],
    [{ 'plugin::a.b': 'text', 'plugin::a.c': { __schema__: [] } }],
  ])('makes nothing of %j', (recorded) => {
    expect(withRecorded([page], recorded)).toEqual([page])
  })
})

describe('withoutFiles', () => {
  const type = {
    options: { privateAttributes: ['notes', 'email'] },
    attributes: { secret: { type: 'string', private: true }, added: { type: 'string', private: true } },
    __schema__: {
      options: { privateAttributes: ['notes'] },
      attributes: { secret: { type: 'string', private: true }, notes: { type: 'text' }, email: { type: 'email' } },
    },
  }

  it('leaves what files hid to the files, and keeps what code has hidden', () => {
    const recorded = withoutFiles({ 'api::a.a': type })
    expect(recorded['api::a.a']).toMatchObject({
      options: { privateAttributes: ['email', 'added'] },
      attributes: { added: { private: true } },
    })
    expect(recorded).not.toHaveProperty(['api::a.a', 'attributes', 'secret'])
  })

  it('keeps types of plugins as they are, and what is no type', () => {
    const recorded = { 'plugin::a.a': type, 'api::b.b': 'nonsense' }
    expect(withoutFiles(recorded)).toEqual(recorded)
  })
})
