import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { valueAt } from '../../src/config/project-config.ts'
import { loadConfig } from '../../src/project/load-config.ts'
import { readEnvironment } from '../../src/project/read-environment.ts'
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

  it('asks for a build where there is none', async () => {
    const { problems } = await loadConfig(project({ 'config/api.ts': 'export default {}' }), {})
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ file: 'config/api.ts' })
    expect(problems[0]?.message).toContain('npm run build')
  })

  it('names every file that throws', async () => {
    const folder = project({
      'config/api.js': 'throw new Error("first")',
      'config/server.js': 'module.exports = () => { throw new Error("second") }',
      'config/admin.json': '{\n  "a": x\n}',
    })
    const { problems } = await loadConfig(folder, {})
    expect(problems.map((problem) => problem.file)).toEqual(['config/api.js', 'config/admin.json', 'config/server.js'])
    expect(problems[1]?.message).toContain('line 2, column 8')
  })
})

describe('readEnvironment', () => {
  it('reads the file ENV_PATH names instead of .env', () => {
    const folder = project({ '.env': 'A=1', 'other.env': 'A=2' })
    expect(readEnvironment(folder, { ENV_PATH: 'other.env' }).environment.A).toBe('2')
    expect(readEnvironment(folder, {}).environment.A).toBe('1')
  })

  it('complains when that file does not exist', () => {
    expect(readEnvironment(project({}), { ENV_PATH: 'none.env' }).problems).toHaveLength(1)
  })
})
