/** A project of articles and their authors, for index advice. */

import type { UrlAdvice } from '../../src/answer/advise-reads.ts'
import type { Extension } from '../../src/index.ts'
import { adviseProject } from '../../src/operate/advise-project.ts'
import type { Place, Schemas } from '../migrate/places.ts'

/** `more`: further attributes of an article. */
export const articlesWith = (more: Schemas['types'][string] = {}): Schemas => ({
  types: {
    article: {
      title: { type: 'string' },
      ...more,
      views: { type: 'integer' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'articles' },
    },
    author: {
      name: { type: 'string' },
      articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'author' },
    },
  },
  draftAndPublish: true,
})

export async function adviseOn(
  place: Place,
  urls: readonly string[],
  extensions: readonly Extension[] = [],
): Promise<readonly UrlAdvice[]> {
  const { folder, database } = place
  return (await adviseProject({ project: folder, database, env: {}, extensions, urls })).urls
}
