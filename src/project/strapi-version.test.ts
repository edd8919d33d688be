import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { strapiVersion } from './strapi-version.ts'

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-version-'))
  folder = join(root, 'apps', 'cms')
  mkdirSync(folder, { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(content))
}

const declare = (version: string) =>
  write(join(folder, 'package.json'), { dependencies: { '@strapi/strapi': version } })
const install = (above: string, version: unknown) =>
  write(join(above, 'node_modules', '@strapi', 'strapi', 'package.json'), { version })

it('is the installed one, in the folder or above it', () => {
  declare('5.54.0')
  install(root, '5.12.1')
  expect(strapiVersion(folder)).toBe('5.12.1')
  install(folder, '5.4.0')
  expect(strapiVersion(folder)).toBe('5.4.0')
})

it('is the one in package.json where none is installed', () => {
  declare('5.30.0')
  expect(strapiVersion(folder)).toBe('5.30.0')
})

it.each(['^5.30.0', '~5.30.0', '5', 'latest', 'workspace:*'])('is not known from %s', (range) => {
  declare(range)
  expect(strapiVersion(folder)).toBeNull()
})

it('is not known without package.json, or from a broken one', () => {
  expect(strapiVersion(folder)).toBeNull()
  writeFileSync(join(folder, 'package.json'), '{')
  install(folder, 5)
  expect(strapiVersion(folder)).toBeNull()
})
