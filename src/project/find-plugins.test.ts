import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ProjectConfig } from '../config/project-config.ts'
import { dependsOnStrapi, findPlugins } from './find-plugins.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-plugins-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(file: string, content: unknown): void {
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
}

const dependOn = (...names: readonly string[]) =>
  write('package.json', { dependencies: Object.fromEntries(names.map((name) => [name, '^1.0.0'])) })

const configured = (value: unknown): ProjectConfig => new Map([['plugins', { file: 'config/plugins.js', value }]])

it('finds those that are installed, by the names that they give themselves', () => {
  dependOn('@ckeditor/strapi-plugin-ckeditor', 'strapi-advanced-uuid', 'lodash')
  const plugin = (name: string) => ({ strapi: { kind: 'plugin', name } })
  write('node_modules/@ckeditor/strapi-plugin-ckeditor/package.json', plugin('ckeditor5'))
  write('node_modules/strapi-advanced-uuid/package.json', plugin('uuid'))
  write('node_modules/lodash/package.json', { name: 'lodash' })
  expect(findPlugins(folder, new Map())).toEqual(['ckeditor5', 'uuid'])
})

it('goes by the names of packages where none is installed', () => {
  dependOn('strapi-plugin-navigation', '@strapi/plugin-graphql', '@x/strapi-plugin-y', 'react', '@strapi/strapi')
  expect(findPlugins(folder, new Map())).toEqual(['graphql', 'navigation', 'y'])
})

it('finds those in config/plugins, and not what is switched off or part of every Strapi', () => {
  dependOn('strapi-plugin-comments', '@strapi/plugin-users-permissions')
  const plugins = { comments: { enabled: false }, menus: { enabled: true }, upload: { config: {} }, forms: false }
  expect(findPlugins(folder, configured(plugins))).toEqual(['menus'])
})

it.each(['{', '[]', 'null'])('passes over a package.json of %s', (text) => {
  write('package.json', text)
  expect(findPlugins(folder, new Map())).toEqual([])
})

it.each([
  ['{"dependencies":{"@strapi/strapi":"5.0.0"}}', true],
  ['{"dependencies":{"lectern":"0.1.0"}}', false],
  ['{"name":"x"}', false],
  ['not JSON', false],
])('tells a Strapi project by its package.json: %s', (text, expected) => {
  write('package.json', text)
  expect(dependsOnStrapi(folder)).toBe(expected)
})
