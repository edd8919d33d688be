/** The recipes in docs/contributing.md name the files that a change touches, no more and no fewer. */

import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMPARISON_OPERATORS } from '../../src/vocabulary/operators.ts'
import { SCALARS } from '../../src/vocabulary/scalar-types.ts'
import { page, quoted, tableRows } from './pages.ts'
import { allSourceFiles, ROOT } from './source-files.ts'

const text = page('contributing.md')

/** Those in the table with this head. */
const listed = (head: string) => tableRows(text, 'File', head).map(([file = '']) => quoted(file)[0] ?? '')

const isProduct = (path: string) => /^(?:src|explorer)\//.test(path)

/** Files of the product, without tests, in which the pattern is found. */
const mentioning = (pattern: RegExp) =>
  allSourceFiles()
    .map((file) => ({ ...file, path: posix.join('src', file.path) }))
    .filter((file) => isProduct(file.path) && pattern.test(file.text))
    .map(({ path }) => path)

describe('an operator', () => {
  const files = listed('For an operator')

  it('is written in the files of the recipe and in no other', () => {
    expect(mentioning(/\$containsi\b/)).toEqual(files.filter(isProduct).sort())
  })

  it('is documented and tested in the other files of the recipe, whichever it is', () => {
    const others = files.filter((path) => !isProduct(path))
    expect(others.length).toBeGreaterThan(3)
    for (const path of others) {
      const names = new Set(readFileSync(join(ROOT, path), 'utf8').match(/\$\w+/g))
      expect(
        COMPARISON_OPERATORS.filter((operator) => !names.has(operator)),
        path,
      ).toEqual([])
    }
  })
})

describe('a test of a column', () => {
  it('is named in the files of the recipe and in no other', () => {
    const named = mentioning(/'(?:lte|startsWith)'|\b(?:lte|startsWith): /)
    expect(named).toEqual([...listed('For a test')].sort())
  })
})

describe('a type of attributes', () => {
  const files = listed('For a type')

  it('has a row in the files of the recipe and in no other', () => {
    expect(mentioning(/^ +biginteger: /m)).toEqual([...files].sort())
  })

  it('has it in each of them, whichever it is', () => {
    // The client knows enumerations by their values.
    const unknown = (path: string) => (path === 'src/client/values.ts' ? ['enumeration'] : [])
    for (const path of files) {
      const source = readFileSync(join(ROOT, path), 'utf8')
      const missing = Object.keys(SCALARS).filter((type) => !new RegExp(`^ +${type}: `, 'm').test(source))
      expect(missing, path).toEqual(unknown(path))
    }
  })
})
