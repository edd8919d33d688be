import { describe, expect, it } from 'vitest'
import { type BodyPlace, bodyKeyHint } from './body-key-hints.ts'

describe('bodyKeyHint', () => {
  it.each<[string, BodyPlace, string | undefined]>([
    ['attributes', 'entry', 'Attributes stand directly in data: { "data": { "title": "Hello" } }'],
    [
      'data',
      'entry',
      'Attributes stand directly in data: { "data": { "title": "Hello" } }. A client that adds data takes the attributes alone',
    ],
    ['type', 'entry', 'The path says which content type it is: leave this key out'],
    ['status', 'entry', 'It is written in the URL: ?status=draft for a draft; without it, the entry is published'],
    ['author_id', 'entry', 'Did you mean author?'],
    ['tagIds', 'entry', 'Did you mean tags?'],
    ['data', 'link', 'Write the documentId, or a list of them, without data around it'],
    ['add', 'link', 'Did you mean connect?'],
    ['status', 'link', undefined],
    ['undefined', 'entry', 'undefined is a variable without a value: leave the key out'],
    ['id', 'entry', undefined],
    ['toString', 'entry', undefined],
  ])('%s in a body, at %s', (key, place, hint) => {
    expect(bodyKeyHint(key, place, ['title', 'author', 'tags'])).toBe(hint)
  })
})
