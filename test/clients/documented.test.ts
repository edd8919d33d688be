/** docs/compatibility.md names the clients that are tested here, in the versions that are. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { page, quoted, tableRows } from '../structure/pages.ts'
import { ROOT } from '../structure/source-files.ts'

it('lists them', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly devDependencies: Readonly<Record<string, string>>
  }
  const rows = tableRows(page('compatibility.md'), 'Client', 'Version')
  const listed = rows.map(([client = '', version]) => [quoted(client)[0] ?? '', version] as const)
  expect(listed).toEqual(listed.map(([client]) => [client, devDependencies[client]]))
  const tested = readdirSync(join(ROOT, 'test/clients')).filter((name) => name.endsWith('.test.ts'))
  const files = listed.map(([client]) => `${client.replace('@', '').replace('/', '-')}.test.ts`)
  expect([...files, 'documented.test.ts', 'login.test.ts'].sort()).toEqual(tested.sort())
})
