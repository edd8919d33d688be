import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findCode } from './find-code.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-code-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(file: string, text: string): void {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

it('finds nothing in what Strapi generates', () => {
  write(
    'src/api/article/controllers/article.ts',
    "/**\n * article controller\n */\n\nimport { factories } from '@strapi/strapi'\n\nexport default factories.createCoreController('api::article.article');\n",
  )
  write(
    'src/api/article/routes/article.js',
    "'use strict';\n\nconst { createCoreRouter } = require('@strapi/strapi').factories;\n\nmodule.exports = createCoreRouter('api::article.article');\n",
  )
  write(
    'src/api/article/services/article.js',
    "module.exports = require('@strapi/strapi').factories.createCoreService('api::article.article')",
  )
  write('src/api/article/content-types/article/schema.json', '{}')
  write('src/index.js', 'module.exports = { register() {}, bootstrap() {} }')
  write(
    'src/index.ts',
    "// import type { Core } from '@strapi/strapi';\n\nexport default {\n  /** Before. */\n  register(/* { strapi }: { strapi: Core.Strapi } */) {},\n\n  async bootstrap({ strapi }) {},\n};\n",
  )
  expect(findCode(folder)).toEqual([])
})

it('passes over files where folders are expected', () => {
  for (const file of ['src/api/.gitkeep', 'src/extensions/.gitkeep', 'src/api/a/content-types/.gitkeep'])
    write(file, '')
  write('src/middlewares', '')
  expect(findCode(folder)).toEqual([])
})

it('passes over tests and declarations', () => {
  for (const name of ['visible.test.ts', 'visible.spec.js', 'visible.d.ts']) write(`src/policies/${name}`, 'check()')
  expect(findCode(folder)).toEqual([])
})

it('finds what changes answers, with the type that it belongs to', () => {
  const uids = ['api::article.article']
  write(
    'src/api/article/controllers/article.js',
    "module.exports = createCoreController('api::article.article', () => ({}))",
  )
  write('src/api/article/routes/custom.js', 'module.exports = { routes: [] }')
  write('src/api/article/content-types/article/lifecycles.js', 'module.exports = { afterFindMany() {} }')
  write('src/middlewares/tenant.ts', 'export default () => {}')
  write('src/extensions/users-permissions/strapi-server.js', 'module.exports = (plugin) => plugin')
  expect(findCode(folder)).toEqual([
    { file: 'src/api/article/controllers/article.js', uids },
    { file: 'src/api/article/routes/custom.js', uids },
    { file: 'src/api/article/content-types/article/lifecycles.js', uids },
    { file: 'src/middlewares/tenant.ts', uids: null },
    { file: 'src/extensions/users-permissions/strapi-server.js', uids: null },
  ])
})

it('tells types of one folder apart by the names of files', () => {
  for (const type of ['post', 'author']) write(`src/api/blog/content-types/${type}/schema.json`, '{}')
  for (const file of ['controllers/post.js', 'routes/01-custom.js', 'content-types/author/lifecycles.js'])
    write(`src/api/blog/${file}`, 'module.exports = { changed: true }')
  write('src/api/health/routes/health.js', 'module.exports = { routes: [] }')
  expect(findCode(folder)).toEqual([
    { file: 'src/api/blog/controllers/post.js', uids: ['api::blog.post'] },
    { file: 'src/api/blog/routes/01-custom.js', uids: ['api::blog.author', 'api::blog.post'] },
    { file: 'src/api/blog/content-types/author/lifecycles.js', uids: ['api::blog.author'] },
    { file: 'src/api/health/routes/health.js', uids: [] },
  ])
})

it('finds what a project registers when it starts', () => {
  write('src/index.ts', 'export default { register({ strapi }) { strapi.documents.use(middleware) }, bootstrap() {} }')
  expect(findCode(folder)).toEqual([{ file: 'src/index.ts', uids: null }])
})

it('finds local plugins with a server part', () => {
  write('src/plugins/shop/server/index.js', '')
  write('src/plugins/menu/strapi-server.ts', '')
  write('src/plugins/colors/admin/index.js', '')
  write('src/plugins/README.md', '')
  expect(findCode(folder).map(({ file }) => file)).toEqual(['src/plugins/menu', 'src/plugins/shop'])
})

it('finds a router that is told to do something else', () => {
  write('src/api/a/routes/a.js', "module.exports = createCoreRouter('api::a.a', { config: { find: { auth: false } } })")
  expect(findCode(folder)).toHaveLength(1)
})

it('tells middlewares that say what requests populate', () => {
  write('src/api/page/middlewares/deep.js', 'module.exports = () => (ctx) => { ctx.query.populate = { seo: true } }')
  write('src/api/page/middlewares/log.js', '// populate is not said here\nmodule.exports = () => () => {}')
  write('src/api/page/controllers/page.js', 'module.exports = { find: () => ({ populate: 1 }) }')
  expect(findCode(folder).map(({ file, populates = false }) => [file, populates])).toEqual([
    ['src/api/page/controllers/page.js', false],
    ['src/api/page/middlewares/deep.js', true],
    ['src/api/page/middlewares/log.js', false],
  ])
})
