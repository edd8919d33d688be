import { describe, expect, it } from 'vitest'
import type { RestSettings } from '../config/settings.ts'
import { hintForShape } from './path-shape-hints.ts'

const rest = (more: object = {}) =>
  ({ prefix: '/api', profile: 'contract', extensions: { hints: true }, ...more }) as RestSettings

describe('hintForShape', () => {
  it.each([
    ['/api//articles', 'There are two slashes where one belongs: /api/articles'],
    ['//api/articles', 'There are two slashes where one belongs: /api/articles'],
    ['/api/api/articles', 'The path has /api twice: /api/articles'],
    ['/api/v1/articles', 'Paths have no version in them: /api/articles'],
    ['/api/api::article.article', 'This is the UID of a content type; its path has the plural name'],
  ])('%s', (path, hint) => {
    expect(hintForShape(path, rest())).toBe(hint)
  })

  it.each(['/api', '/api/articles', '/api/v1', '/api/versions/x', `/api//${'x'.repeat(200)}`, '/api//<script>'])(
    'says nothing of %s',
    (path) => {
      expect(hintForShape(path, rest())).toBeUndefined()
    },
  )

  it('gives no hint in production or in the profile strapi', () => {
    expect(hintForShape('/api//articles', rest({ extensions: { hints: false } }))).toBeUndefined()
    expect(hintForShape('/api//articles', rest({ profile: 'strapi' }))).toBeUndefined()
  })

  it('does not look for a repeated prefix if the prefix is empty', () => {
    expect(hintForShape('/v1/articles', rest({ prefix: '' }))).toBe('Paths have no version in them: /articles')
    expect(hintForShape('/articles/x', rest({ prefix: '' }))).toBeUndefined()
  })
})
