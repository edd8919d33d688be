/** "Add a database" in docs/contributing.md says what adding one takes. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { BACKENDS } from '../../src/dialects/backends.ts'
import { page, quoted, tableRows } from './pages.ts'
import { ROOT, sourceFiles } from './source-files.ts'

const names = Object.keys(BACKENDS)
const DIALECTS = join(ROOT, 'src', 'dialects')

const filesOf = (name: string) => readdirSync(join(DIALECTS, name)).filter((file) => !file.endsWith('.test.ts'))

/** The names in backticks in the first column of a table. */
const listed = (...head: readonly string[]) =>
  tableRows(page('contributing.md'), ...head).map(([cell = '']) => quoted(cell)[0])

describe('a new database', () => {
  it('has a folder, named as its client', () => {
    const folders = readdirSync(DIALECTS, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).sort()).toEqual([...names].sort())
  })

  it('is named in the files that the page lists, and in no other', () => {
    const isNamed = (text: string) => names.every((name) => new RegExp(`['"\`/]${name}['"\`/]`).test(text))
    const naming = sourceFiles().filter(({ text }) => isNamed(text))
    expect(listed('File', 'For a database')).toEqual(naming.map(({ path }) => `src/${path}`))
  })

  it('has the files that all databases have', () => {
    const [first = '', ...others] = names
    const common = filesOf(first).filter((file) => others.every((name) => filesOf(name).includes(file)))
    expect(listed('In its folder', 'What it is for').sort()).toEqual(common.sort())
  })
})
