import { symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { valueAt } from '../../src/config/project-config.ts'
import { loadConfig } from '../../src/project/load-config.ts'
import { readEnvironment } from '../../src/project/read-environment.ts'
import { withTimeout } from '../../src/project/with-timeout.ts'
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

describe('loadConfig', () => {
  it('names files that are called almost like one that is read', async () => {
    const files = { 'config/apis.js': '', 'config/middleware.ts': '', 'config/server.js': '', 'config/severs.js': '' }
    const { notices } = await loadConfig(project({ ...files, 'config/cron-tasks.js': '' }), {})
    expect(notices.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      'config/apis.js: This file is not read. Did you mean config/api.js?',
      'config/middleware.ts: This file is not read. Did you mean config/middlewares.ts?',
    ])
  })

  it('names files in a format that is not read', async () => {
    const files = {
      'config/server.yaml': 'port: 1',
      'config/api.js': '',
      'config/api.toml': '',
      'config/other.yaml': '',
    }
    const { notices } = await loadConfig(project(files), {})
    expect(notices.map(({ file, message }) => `${file}: ${message}`)).toEqual([
      'config/server.yaml: This file is not read. Did you mean config/server.js?',
    ])
  })

  it.each(['config/api.ts', 'config/api.js', 'config/api.mjs', 'config/plugins.ts'])(
    'ignores %s without a default export, and says so',
    async (file) => {
      const sources = ['export const config = { rest: { prefix: "/a" } }', 'export const rest = { prefix: "/a" }']
      for (const source of sources) {
        const { config, problems, notices } = await loadConfig(project({ [file]: source }), {})
        const message = 'This file has named exports but no default export, and only that is read, and is ignored.'
        expect([problems, notices]).toEqual([[], [{ about: 'config', model: null, file, path: null, message }]])
        expect(config.size).toBe(0)
      }
    },
  )

  it('refuses a database without a default export, rather than to take another one', async () => {
    const { problems } = await loadConfig(project({ 'config/database.ts': 'export const connection = {}' }), {})
    expect(problems.map(({ message }) => message)).toEqual([
      'This file has named exports but no default export, and only that is read; write export default before its settings.',
    ])
  })

  it('says nothing of a module without exports', async () => {
    const { notices } = await loadConfig(project({ 'config/api.ts': 'export {}', 'config/server.ts': '' }), {})
    expect(notices).toEqual([])
  })

  it.each([
    ['config/api.js', 'module.exports = { rest: { prefix: "/a" } }'],
    ['config/api.js', 'export default { rest: { prefix: "/a" } }'],
    ['config/api.cjs', 'exports.rest = { prefix: "/a" }'],
    ['config/api.mjs', 'export default ({ env }) => ({ rest: { prefix: env("P", "/a") } })'],
    ['config/api.json', '{ "rest": { "prefix": "/a" } }'],
    [
      'config/api.js',
      'Object.defineProperty(exports, "__esModule", { value: true }); exports.default = { rest: { prefix: "/a" } }',
    ],
    [
      'config/api.js',
      'const { join } = require("node:path").posix; module.exports = { rest: { prefix: join("/", "a") } }',
    ],
  ])('evaluates %s: %s', async (file, source) => {
    const { config, problems } = await loadConfig(project({ [file]: source }), {})
    expect(problems).toEqual([])
    expect(valueAt(config, 'api', 'rest', 'prefix')).toBe('/a')
    expect(config.get('api')?.file).toBe(file)
  })

  it.each([
    ['config/database.ts', ['..', '..', '.tmp', 'data.db']],
    ['config/env/production/database.ts', ['..', '..', '..', '..', '.tmp', 'data.db']],
    ['config/database.js', ['..', '.tmp', 'data.db']],
  ])('shows %s the folder that it has in Strapi', async (file, way) => {
    const source = `const path = require('path'); module.exports = { name: path.join(__dirname, ...${JSON.stringify(way)}) }`
    const folder = project({ [file]: source })
    const { config } = await loadConfig(folder, { NODE_ENV: 'production' })
    expect(valueAt(config, 'database', 'name')).toBe(join(folder, '.tmp', 'data.db'))
  })

  it('merges the files of the environment over the others', async () => {
    const folder = project({
      'config/api.json': { rest: { prefix: '/a', maxLimit: 5 }, responses: { privateAttributes: ['a', 'b'] } },
      'config/env/production/api.json': { rest: { maxLimit: 9 }, responses: { privateAttributes: ['c'] } },
      'config/env/test/server.json': { port: 4 },
    })
    const production = await loadConfig(folder, { NODE_ENV: 'production' })
    expect(production.config.get('api')?.value).toEqual({
      rest: { prefix: '/a', maxLimit: 9 },
      responses: { privateAttributes: ['c', 'b'] },
    })
    const development = await loadConfig(folder, {})
    expect(valueAt(development.config, 'api', 'rest', 'maxLimit')).toBe(5)
    expect(development.config.has('server')).toBe(false)
  })

  it('shows .env to config files in both ways, and leaves the process alone', async () => {
    const folder = project({
      '.env': 'LECTERN_TEST_HOST=from-file\nLECTERN_TEST_PORT=7',
      'config/server.js':
        'module.exports = ({ env }) => ({ host: process.env.LECTERN_TEST_HOST, port: env.int("LECTERN_TEST_PORT") })',
    })
    const { environment } = readEnvironment(folder, { LECTERN_TEST_PORT: '8' })
    const { config } = await loadConfig(folder, environment)
    expect(config.get('server')?.value).toEqual({ host: 'from-file', port: 8 })
    expect(process.env.LECTERN_TEST_HOST).toBeUndefined()
  })

  it.each([
    ['config/api.js', 'module.exports ='],
    ['config/api.mjs', 'export default'],
  ])('sees that %s has changed since', async (file, start) => {
    const folder = project({ [file]: `${start} { a: 1 }` })
    await loadConfig(folder, {})
    writeFileSync(join(folder, file), `${start} { a: 2 }`)
    utimesSync(join(folder, file), 1_000, 1_000)
    expect((await loadConfig(folder, {})).config.get('api')?.value).toEqual({ a: 2 })
  })

  it('uses what the build of a TypeScript project left in dist', async () => {
    const folder = project({
      'config/api.ts': 'export default { a: 1 as number }',
      'dist/config/api.js': 'module.exports = { a: 2 }',
    })
    const { config } = await loadConfig(folder, {})
    expect(config.get('api')).toEqual({ file: 'dist/config/api.js', value: { a: 2 } })
  })

  it.each([
    ['export default { a: 3 as number }', 1],
    ['export default ({ env }: { env: (name: string) => string }) => ({ a: env("A") })', 1],
    // Only its time is new, as after copying.
    ['export default { a: 2 as number }', 0],
    ['throw new Error("not here")', 0],
  ])('reports a TypeScript file that was changed after the build: %s', async (source, reports) => {
    const folder = project({ 'config/api.ts': source, 'dist/config/api.js': 'module.exports = { a: 2 }' })
    utimesSync(join(folder, 'dist/config/api.js'), 1_000, 1_000)
    const { config, notices } = await loadConfig(folder, { A: 'b' })
    expect(config.get('api')?.value).toEqual({ a: 2 })
    expect(notices).toHaveLength(reports)
    if (reports > 0) {
      const message = expect.stringContaining('dist/config/api.js is read instead')
      expect(notices).toMatchObject([{ about: 'suspect', file: 'config/api.ts', message }])
    }
    utimesSync(join(folder, 'config/api.ts'), 500, 500)
    expect((await loadConfig(folder, { A: 'b' })).notices).toEqual([])
  })

  it.each([
    ['export default { prefix: "/a" }'],
    ['export default ({ env }) => ({ prefix: env("P", "/a") })'],
    ['export default async ({ env }: { env: any }) => ({ prefix: env("P", "/a") as string })'],
    ['import path from "path"; export default { prefix: path.posix.join("/", "a") }'],
    ['import * as path from "node:path"; export = { prefix: path.posix.join("/", "a") }'],
    ['import type { Core } from "@strapi/strapi"; const c: Core.Config.Api = { prefix: "/a" }; export default c'],
    ['import { Core } from "@strapi/strapi"; export default { prefix: "/a" } satisfies Core.Config.Api'],
    ['import { defineConfig } from "@strapi/strapi"; export default defineConfig({ prefix: "/a" })'],
    ['import { env } from "@strapi/utils"; export default { prefix: env("P", "/a") }'],
    ['enum Prefix { A = "/a" } export default { prefix: Prefix.A }'],
    ['import { prefix } from "./helpers/prefix"; export default { prefix }'],
    ['import numbers from "./numbers.json"; export default { prefix: "/" + "xab"[numbers.one] }'],
    ['export default { prefix: process.env.PREFIX_FROM_ENV }'],
    ['export default { prefix: "/a", ...(require.resolve("./numbers") === require.resolve("x") ? { x: 1 } : {}) }'],
    [
      'const { parse } = require("pg-connection-string"); module.exports = { prefix: "/" + parse("postgres://x/a").database }',
    ],
  ])('evaluates TypeScript without a build: %s', async (source) => {
    const folder = project({
      'config/api.ts': source,
      'config/helpers/prefix.ts': 'import { letter } from "../letter.js"; export const prefix: string = "/" + letter',
      'config/letter.js': 'exports.letter = "a"',
      'config/numbers.json': { one: 1 },
    })
    const { config, problems, notices } = await loadConfig(folder, { PREFIX_FROM_ENV: '/a' })
    expect([...problems, ...notices]).toEqual([])
    expect(config.get('api')).toEqual({ file: 'config/api.ts', value: { prefix: '/a' } })
  })

  it('resolves a file of an installed package to its place', async () => {
    const folder = project({
      'config/api.ts':
        'import { readFileSync } from "fs"; export default { prefix: readFileSync(require.resolve("theme/prefix.txt"), "utf8") }',
      'node_modules/theme/package.json': { name: 'theme' },
      'node_modules/theme/prefix.txt': '/a',
    })
    const { config, problems } = await loadConfig(folder, {})
    expect(problems).toEqual([])
    expect(config.get('api')?.value).toEqual({ prefix: '/a' })
  })

  it('says where a TypeScript file is broken', async () => {
    const { problems } = await loadConfig(project({ 'config/api.ts': 'export default {\n  a: ,\n}' }), {})
    expect(problems).toMatchObject([{ file: 'config/api.ts', message: expect.stringMatching(/line 2, column \d/) }])
  })

  it('does without packages that are not installed, but for what is needed', async () => {
    const source = 'import tool from "no-such-package"; import { a } from "no-such-package/a"'
    const folder = project({
      'config/plugins.ts': `${source}; export default { upload: { provider: new tool.Provider(a()) }, other: { on: true } }`,
      'config/server.ts': `${source}; export default { port: 4, more: \`\${a}\` }`,
      'config/api.ts': `${source}; export default { rest: { prefix: a.prefix } }`,
      'config/admin.ts': `${source}; a.register(tool); export default { apiToken: { salt: 's' } }`,
    })
    const { config, problems, notices } = await loadConfig(folder, {})
    expect(problems).toMatchObject([{ file: 'config/api.ts', message: expect.stringContaining('no-such-package/a') }])
    expect(notices.map(({ file, message }) => [file, /no-such-package[^ ,]*/.exec(message)?.[0]])).toEqual([
      ['config/plugins.ts', 'no-such-package'],
      ['config/server.ts', 'no-such-package/a'],
    ])
    expect(valueAt(config, 'plugins', 'other', 'on')).toBe(true)
    expect(config.has('server')).toBe(false)
    expect(config.get('admin')?.value).toEqual({ apiToken: { salt: 's' } })
  })

  it('allows no origin where the file that lists them cannot be evaluated', async () => {
    const { config } = await loadConfig(project({ 'config/middlewares.js': 'throw new Error("no")' }), {})
    expect(config.get('middlewares')?.value).toEqual([{ name: 'strapi::cors', config: { origin: [] } }])
  })

  it.each(['js', 'ts'])('reports settings that are not exported: config/api.%s', async (ending) => {
    const source = 'const api = { rest: {} }'
    const folder = project({
      [`config/api.${ending}`]: source,
      'config/admin.js': '// module.exports = { apiToken: {} }',
      'config/server.js': 'module.exports = {}',
      'config/plugins.ts': 'export default () => ({})',
      'config/middlewares.js': '',
    })
    const { notices, problems } = await loadConfig(folder, {})
    const message = 'This file has no module.exports = before its settings, and is ignored.'
    expect(notices).toEqual([{ about: 'config', model: null, file: `config/api.${ending}`, path: null, message }])
    expect(problems).toEqual([])
    const database = await loadConfig(project({ 'config/database.js': source }), {})
    expect(database.problems).toMatchObject([{ file: 'config/database.js' }])
  })

  it('names the variables without a value that a file needs', async () => {
    const text = `module.exports = ({ env }) => ({ port: env.int('PORT', 1), host: env('DB_URL').trim(), user: env('DB_USER') })`
    const { problems } = await loadConfig(project({ 'config/database.js': text }), { DB_USER: 'ada' })
    expect(problems).toMatchObject([{ message: expect.stringMatching(/that have no value \(DB_URL\), or fix it\.$/) }])
  })

  it('names a file that is a link to nowhere: private attributes may be listed there', async () => {
    const folder = project({ 'config/server.js': '' })
    symlinkSync('../../gone/api.js', join(folder, 'config', 'api.js'))
    const { problems } = await loadConfig(folder, {})
    expect(problems).toEqual([
      { file: 'config/api.js', path: null, message: expect.stringMatching(/^This file cannot be evaluated \(ENOENT/) },
    ])
  })

  it('does not wait forever for a promise of a config file', async () => {
    await expect(withTimeout(new Promise(() => undefined), 10)).rejects.toThrow(
      'its promise was still pending after 0.01 s',
    )
    expect(await withTimeout(Promise.resolve(1), 10)).toBe(1)
    expect(await withTimeout(2)).toBe(2)
  })

  it('names every file that throws', async () => {
    const folder = project({
      'config/api.js': 'throw new Error("first")',
      'config/server.js': 'module.exports = () => { throw new Error("second") }',
      'config/admin.json': '{\n  "a": x\n}',
    })
    const { problems, notices } = await loadConfig(folder, {})
    expect(problems.map((problem) => problem.file)).toEqual(['config/api.js'])
    expect(notices.map((notice) => notice.file)).toEqual(['config/admin.json', 'config/server.js'])
    expect(notices[0]?.message).toContain('line 2, column 8')
  })
})

describe('a folder that is meant to be config', () => {
  it.each(['configs', 'Config', 'configuration', 'src/config'])('is named: %s', async (written) => {
    const { notices } = await loadConfig(project({ [`${written}/server.js`]: '' }), {})
    const message = 'This folder is not read, and all settings have their defaults. Did you mean config?'
    expect(notices).toMatchObject([{ about: 'misspelling', file: written, message }])
  })

  it.each([
    [{ 'config/api.js': '', 'src/config/server.js': '' }],
    [{ 'src/config/colours.js': '' }],
    [{ 'contig/readme.md': '' }],
  ])('is not one beside it, or one with other files: %j', async (files) => {
    expect((await loadConfig(project({ 'src/api/a/x.js': '', ...files }), {})).notices).toEqual([])
  })
})

describe('readEnvironment', () => {
  it.each(['.env.local', 'config/.env', 'src/.env'])('names a file that is not read: %s', (file) => {
    const folder = project({ [file]: 'A=1' })
    const message = 'This file is not read: variables are in .env. Rename it, or name it in the variable ENV_PATH.'
    expect(readEnvironment(folder, {})).toMatchObject({ problems: [], notices: [{ file, message }] })
    writeFileSync(join(folder, '.env'), 'A=2')
    expect(readEnvironment(folder, {}).notices).toEqual([])
  })

  it('reads the file ENV_PATH names instead of .env', () => {
    const folder = project({ '.env': 'A=1', 'other.env': 'A=2' })
    expect(readEnvironment(folder, { ENV_PATH: 'other.env' }).environment.A).toBe('2')
    expect(readEnvironment(folder, {}).environment.A).toBe('1')
  })

  it('complains when that file does not exist', () => {
    expect(readEnvironment(project({}), { ENV_PATH: 'none.env' }).problems).toHaveLength(1)
  })

  it('refuses a file in UTF-16, none of whose variables would be read', () => {
    const folder = project({})
    writeFileSync(join(folder, '.env'), Buffer.from('\uFEFFDATABASE_URL=x', 'utf16le'))
    expect(readEnvironment(folder, {}).problems).toEqual([
      { file: join(folder, '.env'), path: null, message: expect.stringContaining('Save it as UTF-8'.slice(1)) },
    ])
  })

  it('reads a file with a byte order mark, and says which lines are ignored', () => {
    const folder = project({ '.env': '\uFEFFA=1\n=======\nB=2' })
    const { environment, notices } = readEnvironment(folder, {})
    expect(environment).toEqual({ A: '1', B: '2' })
    expect(notices).toMatchObject([{ about: 'config', message: expect.stringContaining('Line 2 is ignored') }])
  })

  it('names a folder in the place of the file', () => {
    const folder = project({ '.env/inside': 'A=1' })
    expect(readEnvironment(folder, { B: '2' })).toEqual({
      environment: { B: '2' },
      notices: [],
      problems: [
        { file: join(folder, '.env'), path: null, message: expect.stringContaining('not a file that can be read') },
      ],
    })
  })
})
