import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '../../project-root.ts'

export const strapiFolder = fromRoot('bench', 'peers', 'strapi')

type Manifest = { readonly version: string; readonly dependencies?: Readonly<Record<string, string>> }

const manifest = (...path: readonly string[]): Manifest =>
  JSON.parse(readFileSync(join(strapiFolder, ...path, 'package.json'), 'utf8')) as Manifest

const wanted = (): Readonly<Record<string, string>> => manifest().dependencies ?? {}

/** npm writes it last: it is not there when an installation was stopped. */
const wasCompleted = (): boolean => existsSync(join(strapiFolder, 'node_modules', '.package-lock.json'))

const isInstalled = (name: string, version: string): boolean =>
  existsSync(join(strapiFolder, 'node_modules', name, 'package.json')) &&
  manifest('node_modules', name).version === version

const npmInstall = (): Promise<number | null> => {
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel', 'error', '--foreground-scripts']
  const child = spawn('npm', args, { cwd: strapiFolder, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
}

const minute = 60_000

/** Installs the packages that package.json pins, unless they are there: some 900, a few minutes the first time. */
export const installStrapi = async (log: (line: string) => void): Promise<void> => {
  if (wasCompleted() && Object.entries(wanted()).every(([name, version]) => isInstalled(name, version))) return
  log(`installing Strapi ${wanted()['@strapi/strapi']} in ${strapiFolder}: several minutes, once`)
  const started = Date.now()
  const timer = setInterval(() => log(`still installing, ${Math.round((Date.now() - started) / minute)} min`), minute)
  try {
    const code = await npmInstall()
    if (code !== 0) throw new Error(`npm ci in ${strapiFolder} ended with ${code}: the reason is above.`)
  } finally {
    clearInterval(timer)
  }
}

export const strapiVersions = (): Readonly<Record<string, string>> => {
  const { '@strapi/strapi': strapi = '', 'better-sqlite3': sqlite = '', pg = '' } = wanted()
  return { strapi, 'better-sqlite3 of strapi': sqlite, 'pg of strapi': pg }
}
