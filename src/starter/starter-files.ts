/** A small project to start from: path → text. */

import { STARTER_DATABASE } from '../dialects/starter-database.ts'
import { README } from './readme.ts'

const IN_JSON = {
  'src/api/article/content-types/article/schema.json': {
    kind: 'collectionType',
    collectionName: 'articles',
    info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
    options: { draftAndPublish: true },
    attributes: {
      title: { type: 'string', required: true },
      slug: { type: 'uid', targetField: 'title' },
      summary: { type: 'text', maxLength: 300 },
      body: { type: 'richtext' },
      author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'articles' },
      links: { type: 'component', component: 'shared.link', repeatable: true },
    },
  },
  'src/api/author/content-types/author/schema.json': {
    kind: 'collectionType',
    collectionName: 'authors',
    info: { singularName: 'author', pluralName: 'authors', displayName: 'Author' },
    options: { draftAndPublish: false },
    attributes: {
      name: { type: 'string', required: true },
      about: { type: 'text' },
      articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'author' },
    },
  },
  'src/components/shared/link.json': {
    collectionName: 'components_shared_links',
    info: { displayName: 'Link' },
    options: {},
    attributes: {
      label: { type: 'string', required: true },
      url: { type: 'string', required: true },
    },
  },
}

const SERVER = `module.exports = ({ env }) => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),
  app: { keys: env.array('APP_KEYS') },
})
`

const API = `module.exports = {
  rest: {
    // Who may see drafts: callers with the permission findDrafts. With 'find': all who may find the type's entries.
    drafts: 'granted',
    // What requests may ask beyond Strapi's API: true for everything, or names, as ['exclude', 'cursors'].
    extensions: true,
    // Unknown parameters are errors. With false they are ignored, also ?filter[title]=x, for filters.
    strictParams: true,
  },
}
`

const ADMIN = `module.exports = ({ env }) => ({
  auth: { secret: env('ADMIN_JWT_SECRET') },
  apiToken: { salt: env('API_TOKEN_SALT') },
  transfer: { token: { salt: env('TRANSFER_TOKEN_SALT') } },
})
`

const IGNORED = `.env
data/
public/uploads/
node_modules/
`

export const STARTER_FILES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(IN_JSON).map(([path, content]) => [path, `${JSON.stringify(content, null, 2)}\n`] as const),
  ['config/database.js', STARTER_DATABASE],
  ['config/server.js', SERVER],
  ['config/api.js', API],
  ['config/admin.js', ADMIN],
  ['.gitignore', IGNORED],
  ['README.md', README],
])
