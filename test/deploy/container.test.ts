/**
 * The image, without a container engine: its files are copied as the Dockerfile says, built with what was copied alone,
 * and started with the image's command, environment and health check, as a user without privileges.
 */

import { execFileSync, spawnSync } from 'node:child_process'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPage, root } from '../docs/example-site.ts'
import { freePort } from '../support/free-port.ts'
import { commandOf, copiesOf, environmentOf, type Stage, stagesOf, textsOf } from './dockerfile.ts'
import { type Server, startLectern } from './processes.ts'

const [build, image] = stagesOf(readPage('Dockerfile')) as readonly [Stage, Stage]
const ignored = readPage('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const compose = readPage('compose.yaml')

/** Of `node` in the official images. */
const OWNER = 1000

describe('Dockerfile', () => {
  const copied = copiesOf(build).flatMap(({ sources }) => sources)

  it('copies what there is, and what .dockerignore lets through', () => {
    expect(copied.filter((source) => !existsSync(root(source)))).toEqual([])
    expect(ignored[0]).toBe('*')
    const included = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
    expect([...included].sort()).toEqual([...copied].sort())
  })

  it('takes from the first stage only what that has made', () => {
    const copies = copiesOf(image)
    expect(copies.map(({ from }) => from)).toEqual(copies.map(() => 'build'))
    expect(build.base).toMatch(/ AS build$/)
    const paths = copies.flatMap(({ sources }) => sources.map((source) => source.replace('/lectern/', '')))
    expect(paths.filter((path) => !copied.includes(path) && !['node_modules', 'dist'].includes(path))).toEqual([])
  })

  it('ends as another user than root, and runs commands without a shell', () => {
    expect(textsOf(image, 'USER')).toEqual(['node'])
    expect(image.instructions.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(
      image.instructions.findLastIndex(({ name }) => name === 'RUN' || name === 'COPY'),
    )
    expect([...commandOf(image, 'ENTRYPOINT'), ...commandOf(image, 'CMD')]).toEqual(['lectern', 'serve'])
  })

  it('holds no secrets', () => {
    expect(Object.keys(environmentOf(image))).toEqual(['NODE_ENV', 'LECTERN_PROJECT', 'LECTERN_HOST', 'LECTERN_PORT'])
  })
})

describe('compose.yaml', () => {
  it('fits the image', () => {
    const { LECTERN_PROJECT, LECTERN_PORT } = environmentOf(image)
    expect(compose).toMatch(new RegExp(`\\$\\{SITE:[^}]*\\}:${LECTERN_PROJECT}$`, 'm'))
    expect(compose).toMatch(new RegExp(`127\\.0\\.0\\.1:\\$\\{PORT:-\\d+\\}:${LECTERN_PORT}$`, 'm'))
    expect(compose).toContain(`\${SITE_OWNER:-${OWNER}:${OWNER}}`)
  })

  it('has variables that it or the page explains', () => {
    const variables = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))
    const explained = `${readPage('docs/deploy.md')}${compose.slice(0, compose.indexOf('services:'))}`
    expect([...variables].filter((name) => name !== 'PORT' && !explained.includes(`${name}=`))).toEqual([])
  })
})

describe('the image', () => {
  let folder: string
  let port: number
  let server: Server | undefined

  const at = (...names: readonly string[]) => join(folder, ...names)
  const environment = () => ({
    ...environmentOf(image),
    PATH: process.env.PATH,
    LECTERN_PROJECT: at('site'),
    LECTERN_PORT: String(port),
  })
  const healthCheck = () => {
    const [, ...words] = commandOf(image, 'HEALTHCHECK')
    return spawnSync(process.execPath, words, { env: environment() }).status
  }

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-image-'))
    buildIn(at('build'))
    for (const { sources } of copiesOf(image)) {
      for (const source of sources.map((path) => path.replace('/lectern/', ''))) {
        if (source === 'node_modules') linkPackages(at('lectern', source))
        else cpSync(at('build', source), at('lectern', source), { recursive: true })
      }
    }
    execFileSync(process.execPath, [at('lectern/dist/cli/main.js'), 'new', at('site'), '--empty'])
    port = await freePort()
  })
  afterAll(() => {
    server?.child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('is unhealthy before it has started', () => {
    expect(healthCheck()).toBe(1)
  })

  it('serves a project, and is healthy', async () => {
    const owner = ownerFor(folder)
    const words = [at('lectern/dist/cli/main.js'), ...commandOf(image, 'CMD')]
    server = await startLectern(words, { cwd: at('site'), env: environment(), ...owner })
    expect(healthCheck()).toBe(0)
    const response = await fetch(`http://127.0.0.1:${port}/api/articles`)
    expect(response.status).toBe(403)
    // Closed in production, as the page says.
    expect((await fetch(`http://127.0.0.1:${port}/_explorer`)).status).toBe(404)
    expect(existsSync(at('site/data/content.db'))).toBe(true)
    expect(readFileSync(at('site/.env'), 'utf8')).toContain('API_TOKEN_SALT=')
  })

  it('stops when it is told to', async () => {
    expect(await server?.stop()).toBe(0)
  })
})

/** The first stage without the installation: the packages are those of the repository. */
function buildIn(folder: string): void {
  const isTest = (path: string) => path.endsWith('.test.ts')
  for (const { sources } of copiesOf(build)) {
    for (const source of sources) {
      cpSync(root(source), join(folder, source), { recursive: true, filter: (path) => !isTest(path) })
    }
  }
  symlinkSync(root('node_modules'), join(folder, 'node_modules'))
  expect(textsOf(build, 'RUN').join('\n')).toContain('npm run build')
  execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: 'pipe' })
}

/** Without those for development, as `npm prune --omit=dev` leaves them. */
function linkPackages(folder: string): void {
  const { packages } = JSON.parse(readPage('package-lock.json')) as { packages: Record<string, { dev?: boolean }> }
  const names = Object.entries(packages)
    .filter(
      ([path, { dev }]) => /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && dev !== true && existsSync(root(path)),
    )
    .map(([path]) => path.slice('node_modules/'.length))
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    symlinkSync(root(`node_modules/${name}`), join(folder, name))
  }
}

/** Root can act as another user, if that user can read the repository. */
function ownerFor(folder: string): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const owner = { uid: OWNER, gid: OWNER }
  const canRead = spawnSync(process.execPath, ['-e', `require(${JSON.stringify(root('node_modules/pino'))})`], owner)
  if (canRead.status !== 0) return {}
  for (const path of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    if (path === '' || path.startsWith('site')) chownSync(join(folder, path), OWNER, OWNER)
  }
  return owner
}
