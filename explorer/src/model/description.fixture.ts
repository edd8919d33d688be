import type { Description } from './schema.ts'

/** A small project, for tests. */
export const DESCRIPTION: Description = {
  prefix: '/api',
  profile: 'contract',
  caller: 'public',
  explains: false,
  advises: false,
  docs: true,
  listsLocales: true,
  extensions: [],
  page: { defaultLimit: 25, maxLimit: 100, withCount: true },
  types: [
    {
      uid: 'article',
      kind: 'collectionType',
      name: 'articles',
      findsDrafts: true,
      localized: true,
      findsOne: true,
    },
    { uid: 'home', kind: 'singleType', name: 'home-page', findsDrafts: false, localized: false, findsOne: true },
  ],
  models: {
    article: [
      { kind: 'scalar', name: 'id', type: 'id' },
      { kind: 'scalar', name: 'title', type: 'string' },
      { kind: 'scalar', name: 'views', type: 'integer' },
      { kind: 'scalar', name: 'featured', type: 'boolean' },
      { kind: 'scalar', name: 'day', type: 'date' },
      { kind: 'scalar', name: 'at', type: 'datetime' },
      { kind: 'scalar', name: 'format', type: 'enumeration', enum: ['news', 'essay'] },
      { kind: 'relation', name: 'author', target: 'author', many: false },
      { kind: 'relation', name: 'related', target: 'article', many: true },
      { kind: 'media', name: 'cover', target: 'file', many: false },
      { kind: 'dynamiczone', name: 'sections', targets: ['blocks.quote'], many: true },
    ],
    author: [
      { kind: 'scalar', name: 'name', type: 'string' },
      { kind: 'scalar', name: 'followers', type: 'integer' },
      { kind: 'media', name: 'avatar', target: 'file', many: false },
    ],
    file: [{ kind: 'scalar', name: 'url', type: 'string' }],
    home: [{ kind: 'scalar', name: 'title', type: 'string' }],
    'blocks.quote': [
      { kind: 'scalar', name: 'stars', type: 'integer' },
      { kind: 'relation', name: 'by', target: 'author', many: false },
    ],
  },
}
