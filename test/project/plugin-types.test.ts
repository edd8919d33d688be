/** Content types of plugins that a project describes in `src/extensions`. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Lectern } from '../../src/index.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

const COMMENT = {
  kind: 'collectionType',
  collectionName: 'plugin_comments',
  info: { singularName: 'comment', pluralName: 'comments', displayName: 'Comment' },
  attributes: {
    content: { type: 'text' },
    address: { type: 'string', private: true },
    answerTo: { type: 'relation', relation: 'oneToOne', target: 'plugin::comments.comment' },
  },
}

let project: MadeProject
let lectern: Lectern
beforeAll(async () => {
  const comments = { type: 'relation', relation: 'oneToMany', target: 'plugin::comments.comment' }
  project = await makeProject({
    types: { article: { attributes: { comments } }, page: { attributes: { comments } } },
    files: { 'src/extensions/comments/content-types/comment/schema.json': COMMENT },
    rows: {
      articles: [{ id: 1 }],
      plugin_comments: [
        { id: 1, document_id: 'c1', content: 'First', address: 'a@example.com' },
        { id: 2, document_id: 'c2', content: 'Second' },
      ],
      articles_comments_lnk: [
        { article_id: 1, comment_id: 1, comment_ord: 1 },
        { article_id: 1, comment_id: 2, comment_ord: 2 },
      ],
      plugin_comments_answer_to_lnk: [{ comment_id: 2, inv_comment_id: 1 }],
    },
    permissions: ['api::article.article.find', 'plugin::comments.comment.find'],
  })
  lectern = await project.open()
})
afterAll(() => project?.remove())

async function dataOf(url: string): Promise<unknown> {
  const response = await lectern.fetch(url)
  return ((await response.json()) as { readonly data: unknown }).data
}

it('are populated, and filtered through', async () => {
  const query = 'fields=id&populate[comments][fields]=content&populate[comments][populate][answerTo][fields]=content'
  const [first, second] = [
    { id: 1, documentId: 'c1', content: 'First' },
    { id: 2, documentId: 'c2', content: 'Second' },
  ]
  expect(await dataOf(`/api/articles?${query}`)).toMatchObject([
    {
      comments: [
        { ...first, answerTo: null },
        { ...second, answerTo: first },
      ],
    },
  ])
  expect(await dataOf('/api/articles?filters[comments][content]=Third')).toEqual([])
})

it('keep what is private, and have no paths', async () => {
  const [article] = (await dataOf('/api/articles?populate=comments')) as { readonly comments: readonly object[] }[]
  expect(article?.comments[0]).not.toHaveProperty('address')
  expect((await lectern.fetch('/api/comments')).status).toBe(404)
})
