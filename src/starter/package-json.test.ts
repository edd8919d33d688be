import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { packageJson } from './package-json.ts'

const home = mkdtempSync(join(tmpdir(), 'lectern-package-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const read = (project: string, folder: string) =>
  JSON.parse(packageJson(join(home, project), { folder, version: '1.2.3' })) as {
    readonly name: string
    readonly scripts: Readonly<Record<string, string>>
    readonly dependencies: { readonly lectern: string }
    readonly allowScripts: Readonly<Record<string, boolean>>
  }

function installedAs(name: string, specifier: string): string {
  const folder = join(home, name, 'node_modules', 'lectern')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(home, name, 'package.json'), JSON.stringify({ dependencies: { lectern: specifier } }))
  return folder
}

it('asks for the version that wrote it', () => {
  expect(read('site', installedAs('published', '^1.0.0')).dependencies.lectern).toBe('1.2.3')
  expect(read('site', join(home, 'cache', 'node_modules', 'lectern')).dependencies.lectern).toBe('1.2.3')
})

it('asks for the file or folder that Lectern was installed from', () => {
  const packed = installedAs('packed', 'file:../lectern-1.2.3.tgz')
  expect(read('packed/my site', packed).dependencies.lectern).toBe('file:../../lectern-1.2.3.tgz')
  expect(read('site', join(home, 'checkout')).dependencies.lectern).toBe('file:../checkout')
})

it('has a name that npm takes, and scripts', () => {
  const { name, scripts } = read('My Site!', join(home, 'checkout'))
  expect(name).toBe('my-site')
  expect(read('???', join(home, 'checkout')).name).toBe('content')
  expect(scripts).toMatchObject({ dev: 'lectern dev', start: 'lectern serve' })
})

it('lets npm run the install script of the SQLite driver, and no other', () => {
  expect(read('site', join(home, 'checkout')).allowScripts).toEqual({ 'better-sqlite3': true, bcrypt: false })
})
