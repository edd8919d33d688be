import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ProjectError } from '../../src/config/problem.ts'
import { loadProject } from '../../src/project/load-project.ts'
import { temporaryProject } from './temporary-project.ts'

const removals: (() => void)[] = []
afterEach(() => {
  for (const remove of removals.splice(0)) remove()
})

function project(files: Readonly<Record<string, unknown>>): string {
  const { folder, remove } = temporaryProject(files)
  removals.push(remove)
  return folder
}

async function problemsOf(folder: string) {
  const error = await loadProject(folder, {}, {}).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ProjectError)
  return error instanceof ProjectError ? error.problems : []
}

const NOTE = {
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  attributes: { text: { type: 'string' } },
}

const NOTE_CALLED_POST = { ...NOTE, info: { singularName: 'post', pluralName: 'posts', displayName: 'Post' } }

describe('loadProject', () => {
  it('loads a project without any configuration', async () => {
    const folder = project({ 'src/api/note/content-types/note/schema.json': NOTE })
    const { settings, schema, tables } = await loadProject(folder, {}, {})
    expect(settings.database.connection).toBe(join(folder, '.tmp/data.db'))
    expect(schema.contentTypes.has('api::note.note')).toBe(true)
    expect(tables.get('api::note.note')?.table).toBe('note')
  })

  it('names schema files that are not read, and where they belong', async () => {
    const folder = project({
      'src/api/note/content-types/note/schema.json': NOTE,
      'src/api/note/documentation/1.0.0/note.json': { paths: {} },
      'src/api/page/page.json': { ...NOTE, info: { singularName: 'page' } },
      'src/api/page/content-types/schema.json': { ...NOTE, info: {} },
      'src/api/copy/copy.json': NOTE,
      'src/content-types/blog-post/schema.json': { ...NOTE, info: { singularName: 'blog-post' } },
      'src/components/link.json': { collectionName: 'links', attributes: {} },
      'src/components/shared/deep/seo.json': { collectionName: 'seos', attributes: {} },
    })
    const { leftOut, schema } = await loadProject(folder, {}, {})
    expect([...schema.contentTypes.keys()].filter((uid) => uid.startsWith('api::'))).toEqual(['api::note.note'])
    expect(Object.fromEntries(leftOut.map(({ file, message }) => [file, message.split('belongs to ')[1]]))).toEqual({
      'src/api/page/page.json': 'src/api/page/content-types/page/schema.json.',
      'src/api/page/content-types/schema.json': 'src/api/page/content-types/page/schema.json.',
      'src/api/copy/copy.json': 'src/api/copy/content-types/copy/schema.json.',
      'src/content-types/blog-post/schema.json': 'src/api/blog-post/content-types/blog-post/schema.json.',
      'src/components/link.json': 'src/components/CATEGORY/link.json.',
      'src/components/shared/deep/seo.json': 'src/components/shared/seo.json.',
    })
  })

  it('names schema files in formats that are not read', async () => {
    const folder = project({
      'src/api/note/content-types/note/schema.yaml': 'kind: collectionType',
      'src/api/page/content-types/page/schema.json.txt': '{}',
      'src/api/post/content-types/post/schema.json': NOTE_CALLED_POST,
      'src/api/post/content-types/post/schema.yml': 'kind: collectionType',
      'src/components/shared/seo.yml': 'collectionName: seos',
      'src/api/post/content-types/post/lifecycles.mjs': '',
    })
    const { leftOut } = await loadProject(folder, {}, {})
    expect(leftOut.map(({ file, message }) => [file, message.split('such as ')[1]])).toEqual([
      ['src/api/note/content-types/note/schema.yaml', 'src/api/note/content-types/note/schema.json.'],
      ['src/api/page/content-types/page/schema.json.txt', 'src/api/page/content-types/page/schema.json.'],
      ['src/components/shared/seo.yml', 'src/components/shared/seo.json.'],
    ])
  })

  it('names files in the wrong place first, since others may fail for lack of them', async () => {
    const author = { type: 'relation', relation: 'manyToOne', target: 'api::author.author' }
    const folder = project({
      'src/api/note/content-types/note/schema.json': { ...NOTE, attributes: { author } },
      'src/api/author/schema.json': {
        ...NOTE,
        info: { singularName: 'author', pluralName: 'authors', displayName: 'A' },
      },
    })
    expect((await problemsOf(folder)).map(({ file }) => file)).toEqual([
      'src/api/author/schema.json',
      'src/api/note/content-types/note/schema.json',
    ])
  })

  it('says so when there is no schema file at all', async () => {
    const { leftOut } = await loadProject(project({ 'config/api.js': 'module.exports = {}' }), {}, {})
    expect(leftOut).toMatchObject([{ file: 'src/api', message: expect.stringContaining('There are no schema files') }])
  })

  it('names components beside src, not in it', async () => {
    const folder = project({
      'src/api/note/content-types/note/schema.json': NOTE,
      'components/shared/seo.json': { info: {}, attributes: { title: { type: 'string' } } },
    })
    const { leftOut } = await loadProject(folder, {}, {})
    expect(leftOut[0]?.message).toMatch(/belongs to src\/components\/shared\/seo\.json/)
  })

  it.each([
    ['src/component/shared/seo.json', 'src/components/shared/seo.json'],
    ['src/apis/page/content-types/page/schema.json', 'src/api/page/content-types/page/schema.json'],
    ['src/page/content-type/page/schema.json', 'src/api/page/content-types/page/schema.json'],
  ])('names a schema file in a folder whose name is wrong: %s', async (written, place) => {
    const folder = project({
      'src/api/note/content-types/note/schema.json': NOTE,
      [written]: { info: { displayName: 'Seo' }, attributes: { title: { type: 'string' } } },
      'src/samples/page.json': { attributes: { title: 'Not a schema file' } },
      'src/plugins/shop/server/page/schema.json': { info: {}, attributes: {} },
    })
    const { leftOut } = await loadProject(folder, {}, {})
    const message = `This looks like a schema file, and is not read here; it belongs to ${place}.`
    expect(leftOut).toEqual([{ about: 'schema', model: null, file: written, path: null, message }])
  })

  it('names what is in a schema file twice, and letters that were lost', async () => {
    const place = 'src/api/note/content-types/note/schema.json'
    const folder = project({ [place]: NOTE })
    const twice = '"text":{"type":"text","enum":[{"a":1},{"a":1}]},"te\\u0078t":{"type":"string"},"ä":{"type":"string"}'
    const text = `{"info":${JSON.stringify(NOTE.info)},"attributes":{${twice}}}`
    writeFileSync(join(folder, place), Buffer.from(text, 'latin1'))
    const { leftOut } = await loadProject(folder, {}, {})
    expect(leftOut).toEqual([
      { about: 'suspect', model: null, file: place, path: null, message: expect.stringContaining('not in UTF-8') },
      {
        about: 'suspect',
        model: null,
        file: place,
        path: 'attributes.text',
        message: expect.stringContaining('twice'),
      },
    ])
  })

  it('says that a schema file is in UTF-16', async () => {
    const place = 'src/api/note/content-types/note/schema.json'
    const folder = project({ [place]: NOTE })
    writeFileSync(join(folder, place), Buffer.from(`\uFEFF${JSON.stringify(NOTE)}`, 'utf16le'))
    expect(await problemsOf(folder)).toEqual([
      { file: place, path: null, message: 'This file is not in UTF-8, but probably in UTF-16. Save it as UTF-8.' },
    ])
  })

  it.each([
    [{ client: 'sqlite', connection: undefined }, 'client', 'This belongs into connection'],
    [{ filename: 'content.db' }, 'filename', 'This belongs into connection'],
    [{ connection: { client: 'pg', connection: {} } }, 'connection.client', 'Did you mean "postgres"?'],
    [{ connection: { client: 'better-sqlite3' } }, 'connection.client', 'Did you mean "sqlite"?'],
  ])('takes no other database for one that is configured wrong: %j', async (database, path, message) => {
    const folder = project({ 'src/api/note/content-types/note/schema.json': NOTE, 'config/database.json': database })
    expect(await problemsOf(folder)).toEqual([
      { file: 'config/database.json', path, message: expect.stringContaining(message) },
    ])
  })

  it('says that the configured database has no value, and which one is used', async () => {
    const database = { connection: { client: 'sqlite', connection: { filename: null } } }
    const folder = project({ 'src/api/note/content-types/note/schema.json': NOTE, 'config/database.json': database })
    const place = { file: 'config/database.json', path: 'connection.connection.filename' }
    const message = expect.stringContaining('.tmp/data.db is used')
    const { leftOut } = await loadProject(folder, {}, {})
    expect(leftOut).toEqual([{ about: 'config', model: null, ...place, message }])
  })

  it.each([
    [{ NODE_ENV: 'prod' }, 'NODE_ENV is "prod", which is not production'],
    [{ NODE_ENV: 'production ' }, 'NODE_ENV is "production ", which is not production'],
    [{ NODE_ENV: 'Production' }, 'NODE_ENV is "Production", which is not production'],
    [
      { DATABASE_URL: 'postgres://h/d' },
      'DATABASE_URL is set and not used: config/database.json names another database',
    ],
  ])('names variables that have another effect than was meant: %j', async (env, message) => {
    const database = { connection: { client: 'sqlite', connection: { filename: 'content.db' } } }
    const folder = project({ 'src/api/note/content-types/note/schema.json': NOTE, 'config/database.json': database })
    const { leftOut } = await loadProject(folder, {}, env)
    expect(leftOut).toEqual([
      { about: 'config', model: null, file: null, path: null, message: expect.stringContaining(message) },
    ])
    expect(JSON.stringify(leftOut)).not.toContain('postgres://')
  })

  it.each([
    [{ NODE_ENV: 'staging' }, {}],
    [{ NODE_ENV: 'test' }, {}],
    [{ DATABASE_URL: 'postgres://h/d' }, { database: 'other.db' }],
    [{ DATABASE_URL: '' }, {}],
  ])('says nothing of other variables: %j', async (env, overrides) => {
    const database = { connection: { client: 'sqlite', connection: { filename: 'content.db' } } }
    const folder = project({ 'src/api/note/content-types/note/schema.json': NOTE, 'config/database.json': database })
    expect((await loadProject(folder, overrides, env)).leftOut).toEqual([])
  })

  it('takes a stage of that name for what it is where it has a folder', async () => {
    const folder = project({ 'src/api/note/content-types/note/schema.json': NOTE, 'config/env/prod/api.json': {} })
    expect((await loadProject(folder, {}, { NODE_ENV: 'prod' })).leftOut).toEqual([])
  })

  it('names them beside the relation that leads nowhere because of them', async () => {
    const author = { type: 'relation', relation: 'oneToOne', target: 'api::author.author' }
    const folder = project({
      'src/api/note/content-types/note/schema.json': { ...NOTE, attributes: { author } },
      'src/api/author/author.json': { ...NOTE, info: { singularName: 'author', pluralName: 'authors' } },
    })
    const problems = await problemsOf(folder)
    expect(problems.map(({ file }) => file)).toContain('src/api/author/author.json')
  })

  it('names schema files that are links to nowhere, and takes no file for a folder', async () => {
    const folder = project({ 'src/api/note/content-types/note/schema.json': NOTE, 'src/components/about.txt': 'x' })
    symlinkSync('about.txt', join(folder, 'src', 'components', 'shared'))
    expect((await loadProject(folder, {}, {})).schema.components.size).toBe(0)
    mkdirSync(join(folder, 'src/api/memo/content-types/memo'), { recursive: true })
    symlinkSync('gone.json', join(folder, 'src/api/memo/content-types/memo/schema.json'))
    const problems = await problemsOf(folder)
    expect(problems.map(({ file }) => file)).toEqual(['src/api/memo/content-types/memo/schema.json'])
  })

  it('accepts schema files in TypeScript', async () => {
    const folder = project({
      'src/api/note/content-types/note/schema.ts': `const schema: object = ${JSON.stringify(NOTE)}\nexport default schema`,
      'src/components/shared/link.ts': `export default { collectionName: 'links', attributes: {} } as const`,
    })
    const { schema } = await loadProject(folder, {}, {})
    expect(schema.contentTypes.has('api::note.note')).toBe(true)
    expect(schema.components.has('shared.link')).toBe(true)
  })

  it('accepts schema files in JavaScript, and lower-cases names of components', async () => {
    const folder = project({
      'src/api/note/content-types/note/schema.js': `module.exports = ${JSON.stringify(NOTE)}`,
      'src/components/Shared/MainLink.json': { collectionName: 'links', attributes: {} },
      'src/api/.hidden/content-types/x/schema.json': '{',
    })
    const { schema } = await loadProject(folder, {}, {})
    expect(schema.contentTypes.has('api::note.note')).toBe(true)
    expect(schema.components.get('shared.mainlink')?.modelName).toBe('mainlink')
  })

  it('leaves out code beside components, such as lifecycles, and says so', async () => {
    const folder = project({
      'src/api/note/content-types/note/schema.json': NOTE,
      'src/components/shared/link.json': { collectionName: 'links', attributes: {} },
      'src/components/shared/link-lifecycle.js': 'module.exports = { lifecycles: { beforeCreate() {} } }',
      'src/components/shared/check-link.ts': 'export default function checkLink() {}',
      'src/components/shared/types.ts': 'export type Link = { label: string }',
    })
    const { schema, leftOut } = await loadProject(folder, {}, {})
    expect([...schema.components.keys()]).toEqual(['shared.link'])
    expect(leftOut.map(({ file }) => file)).toEqual([
      'src/components/shared/check-link.ts',
      'src/components/shared/link-lifecycle.js',
      'src/components/shared/types.ts',
    ])
  })

  it('reports problems of configuration and schema files together', async () => {
    const folder = project({
      'config/api.json': { rest: { maxLimit: -5 } },
      'config/server.js': 'throw new Error("no")',
      'config/database.json': { connection: { client: 'mysql' } },
      'src/api/note/content-types/note/schema.json': { ...NOTE, attributes: { text: { type: 'srting' } } },
      'src/api/memo/content-types/memo/schema.json': '{\n  "kind" "collectionType"\n}',
    })
    const problems = await problemsOf(folder)
    expect(problems.map(({ file }) => file).sort()).toEqual([
      'config/api.json',
      'config/database.json',
      'src/api/memo/content-types/memo/schema.json',
      'src/api/note/content-types/note/schema.json',
    ])
    expect(problems.find(({ file }) => file?.includes('memo'))?.message).toContain('line 2, column 10')
  })

  it('does without configuration that answers do not depend on', async () => {
    const folder = project({
      'config/plugins.js': 'throw new Error("no")',
      'config/server.js': 'module.exports = { port: "many" }',
      'config/middlewares.ts': 'import cors from "no-such-package"; export default [cors(), { name: cors.x }]',
      'src/api/note/content-types/note/schema.json': NOTE,
    })
    const { settings, leftOut } = await loadProject(folder, {}, {})
    expect(leftOut.map(({ about, file }) => `${about} ${file}`)).toEqual([
      'config config/plugins.js',
      'config config/middlewares.ts',
      'config config/server.js',
    ])
    expect(leftOut[1]?.message).toContain('no-such-package')
    expect(settings.port).toBe(1337)
  })

  it('does without config/database where another database is named', async () => {
    const folder = project({
      'config/database.js': 'throw new Error("no")',
      'src/api/note/content-types/note/schema.json': NOTE,
    })
    expect(await problemsOf(folder)).toMatchObject([{ file: 'config/database.js' }])
    const { settings, leftOut } = await loadProject(folder, { database: '/srv/other.db' }, {})
    expect(settings.database.connection).toBe('/srv/other.db')
    expect(leftOut).toMatchObject([{ about: 'config', file: 'config/database.js' }])
  })

  it('names the project beside a wrong folder', async () => {
    const folder = project({ 'apps/cms/config/api.json': {}, 'apps/cms/src/api/.gitkeep': '', 'apps/web/a.txt': '' })
    const message = expect.stringContaining(`--project ${join(folder, 'apps', 'cms')}`)
    for (const wrong of [folder, join(folder, 'apps'), join(folder, 'apps', 'cms', 'src')]) {
      expect(await problemsOf(wrong)).toMatchObject([{ message }])
    }
  })

  it('refuses a folder that is missing, or is no project, with one problem', async () => {
    const folder = project({ 'readme.md': '' })
    expect(await problemsOf(folder)).toMatchObject([
      { file: null, message: expect.stringContaining('neither src/api') },
    ])
    expect(await problemsOf(join(folder, 'none'))).toMatchObject([
      { message: expect.stringContaining('does not exist') },
    ])
    expect(await problemsOf(join(folder, 'readme.md'))).toHaveLength(1)
  })
})
