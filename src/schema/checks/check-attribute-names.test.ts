import { describe, expect, it } from 'vitest'
import { buildSchema } from '../build-schema.ts'

const SETTINGS = { privateAttributes: [], customFields: new Map<string, string>() }

function noticesOf(name: string): readonly (string | null)[] {
  const file = {
    kind: 'contentType' as const,
    uid: 'api::article.article',
    name: 'article',
    file: 'schema.json',
    content: {
      collectionName: 'articles',
      info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
      attributes: { [name]: { type: 'string' } },
    },
  }
  const { problems, notices } = buildSchema([file], SETTINGS)
  expect(problems).toEqual([])
  return notices.map(({ about, path }) => `${about} ${path}`)
}

describe('a name of an attribute', () => {
  it.each(['my field', 'a.b', '$a', '-a', 'a,b', 'a[b]', 'a:b'])(
    'that a query reads differently is reported: %s',
    (name) => {
      expect(noticesOf(name)).toEqual([`suspect attributes.${name}`])
    },
  )

  it.each(['myField', 'my_field', 'my-field', 'größe', '1st', '_a'])('may be %s', (name) => {
    expect(noticesOf(name)).toEqual([])
  })
})
