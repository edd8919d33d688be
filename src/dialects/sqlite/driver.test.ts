import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DRIVERS, driverFor, Sqlite } from './driver.ts'

it.each([
  ['10', true, 'better-sqlite3-13'],
  ['11', true, 'better-sqlite3-13'],
  ['10', false, 'better-sqlite3'],
  ['9', true, 'better-sqlite3'],
  [undefined, true, 'better-sqlite3'],
])('Node-API %s, where version 13 can be used: %s → %s', (nodeApi, isUsable, driver) => {
  expect(driverFor(nodeApi, () => isUsable)).toBe(driver)
})

it('is installed with the package, in version 13 if Node can load it', () => {
  const file = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')
  const { optionalDependencies } = JSON.parse(file) as Record<string, Record<string, string>>
  const [recent, older] = DRIVERS
  expect(optionalDependencies?.[recent]).toBe('npm:better-sqlite3@13.0.3')
  expect(optionalDependencies?.[older]).toMatch(/^12\.\d+\.\d+$/)
})

it('recognizes JSON from a subquery', () => {
  const connection = new Sqlite(':memory:')
  const found = connection.prepare("select json_object('list', (select json_group_array(1)))").pluck().get()
  expect(found).toBe('{"list":[1]}')
  connection.close()
})

it('survives garbage collection of statements and connections between two callbacks', async () => {
  for (let round = 0; round < 40; round += 1) {
    for (let opened = 0; opened < 20; opened += 1) {
      const connection = new Sqlite(':memory:')
      connection.prepare('select 1').get()
      connection.close()
    }
    const garbage = Array.from({ length: 100_000 }, (_, index) => ({ index }))
    await new Promise((resolve) => setTimeout(resolve, garbage.length > 0 ? 1 : 0))
  }
})
