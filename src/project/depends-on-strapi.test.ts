import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dependsOnStrapi } from './depends-on-strapi.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-package-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it.each([
  ['{"dependencies":{"@strapi/strapi":"5.0.0"}}', true],
  ['{"dependencies":{"lectern":"0.1.0"}}', false],
  ['{"name":"x"}', false],
  ['not JSON', false],
])('%s', (text, expected) => {
  writeFileSync(join(folder, 'package.json'), text)
  expect(dependsOnStrapi(folder)).toBe(expected)
})
