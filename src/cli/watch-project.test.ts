import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Watcher } from './context.ts'
import { watchProject } from './watch-project.ts'

let project: string
let watcher: Watcher
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'lectern-watch-'))
  mkdirSync(join(project, 'src/api/page'), { recursive: true })
  writeFileSync(join(project, 'src/api/page/schema.json'), '{}')
  watcher = watchProject(project)
})
afterEach(() => {
  watcher.close()
  rmSync(project, { recursive: true })
})

/** Replaces a file as editors do to never leave it half written. */
function replace(file: string, text: string): void {
  writeFileSync(join(project, 'next'), text)
  renameSync(join(project, 'next'), join(project, file))
}

it('reports a file each time it is replaced, even by its former content', async () => {
  for (const text of ['{"a":1}', '{}', '{"a":1}']) {
    replace('src/api/page/schema.json', text)
    expect(await watcher.next()).toBe(join('src', 'api', 'page', 'schema.json'))
  }
})

it('reports new folders and deleted files', async () => {
  mkdirSync(join(project, 'config'))
  writeFileSync(join(project, 'config/api.js'), '')
  expect(await watcher.next()).toBe(join('config', 'api.js'))
  writeFileSync(join(project, 'config/api.js'), 'module.exports = {}')
  expect(await watcher.next()).toBe(join('config', 'api.js'))
  rmSync(join(project, 'src'), { recursive: true })
  expect(await watcher.next()).toBe(join('src', 'api', 'page', 'schema.json'))
})

it('reports a folder that is moved away, moved back, and written to', async () => {
  const schema = join('src', 'api', 'page', 'schema.json')
  renameSync(join(project, 'src'), join(project, 'away'))
  expect(await watcher.next()).toBe(schema)
  renameSync(join(project, 'away'), join(project, 'src'))
  expect(await watcher.next()).toBe(schema)
  writeFileSync(join(project, schema), '{"a":1}')
  expect(await watcher.next()).toBe(schema)
})

it('ignores files that the server does not read at startup', async () => {
  mkdirSync(join(project, 'src/node_modules/x'), { recursive: true })
  writeFileSync(join(project, 'src/node_modules/x/index.js'), '')
  writeFileSync(join(project, 'src/notes.txt'), '')
  writeFileSync(join(project, 'src/z.json'), '')
  expect(await watcher.next()).toBe(join('src', 'z.json'))
})
