import { describe, expect, it } from 'vitest'
import { schemaOf, uidOf } from '../../test/support/schema-of.ts'
import { schemaNames } from './schema-names.ts'

const SOME = { a: { type: 'string' } }

function namesOf(types: readonly string[], components: readonly string[] = []) {
  const all = (uids: readonly string[]) => Object.fromEntries(uids.map((uid) => [uid, SOME]))
  return schemaNames(schemaOf({ types: all(types), components: all(components) }))
}

describe('schemaNames', () => {
  it('are short where nothing else has them', () => {
    const names = namesOf(['article', 'press-release'], ['shared.seo', 'blocks.call-to-action'])
    expect(names.get(uidOf('article'))).toBe('Article')
    expect(names.get(uidOf('press-release'))).toBe('PressRelease')
    expect(names.get('shared.seo')).toBe('SharedSeo')
    expect(names.get('blocks.call-to-action')).toBe('BlocksCallToAction')
    expect(names.get('plugin::upload.file')).toBe('UploadFile')
    expect(names.get('admin::user')).toBe('AdminUser')
  })

  it.each<[string, readonly string[], readonly string[], Readonly<Record<string, string>>]>([
    [
      'two models',
      ['shared-seo'],
      ['shared.seo'],
      { 'api::shared-seo.shared-seo': 'api.shared-seo.shared-seo', 'shared.seo': 'shared.seo' },
    ],
    [
      'what is made of another',
      ['item', 'item-list'],
      [],
      { 'api::item.item': 'api.item.item', 'api::item-list.item-list': 'api.item-list.item-list' },
    ],
    [
      'what every description has',
      ['pagination', 'files'],
      [],
      { 'api::pagination.pagination': 'api.pagination.pagination', 'api::files.files': 'api.files.files' },
    ],
    [
      'what comes with the server',
      ['admin-user'],
      [],
      { 'admin::user': 'admin.user', 'api::admin-user.admin-user': 'api.admin-user.admin-user' },
    ],
  ])('are UIDs where they are also those of %s', (_, types, components, expected) => {
    expect(Object.fromEntries(namesOf(types, components))).toMatchObject(expected)
  })

  it('are never shared, and fit for a description', () => {
    const names = [
      ...namesOf(['a-1', 'a1', 'x', 'x-input', 'x-item', 'error', 'user'], ['a.1', 'x.y', 'x.y-z', 'x-y.z']).values(),
    ]
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !/^[\w.-]+$/.test(name))).toEqual([])
  })
})
