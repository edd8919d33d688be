import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { helpText, optionList } from '../../bench/option-list.ts'
import { readOptions } from '../../bench/options.ts'
import { fromRoot } from '../../bench/project-root.ts'
import { quoted, tableRows } from '../structure/pages.ts'

describe('options of the bench', () => {
  it('are all in its README and in --help, and no others', () => {
    const rows = tableRows(readFileSync(fromRoot('bench', 'README.md'), 'utf8'), 'option', 'default')
    const listed = rows.map(([option = '']) => quoted(option)[0]?.split(' ')[0])
    const names = Object.keys(optionList).map((name) => `--${name}`)
    expect(listed.toSorted()).toEqual(names.toSorted())
    expect([...helpText().matchAll(/^ {2}(--[\w-]+)/gm)].map(([, name]) => name)).toEqual(names)
  })

  it('depend on what is measured', () => {
    expect(readOptions([])).toMatchObject({ mode: 'compare', scale: 400, seconds: 1.2, states: ['as-is', 'indexed'] })
    expect(readOptions(['--writes'])).toMatchObject({ mode: 'writes', scale: 400, seconds: 5 })
    expect(readOptions(['--overload'])).toMatchObject({ mode: 'overload', scale: 400, seconds: 10 })
    expect(readOptions(['--beyond'])).toMatchObject({ mode: 'beyond', indexFile: expect.stringMatching(/beyond/) })
    expect(readOptions(['--soak'])).toMatchObject({ mode: 'soak', scale: 4 })
    expect(readOptions(['--soak', '--scale', '40'])).toMatchObject({ scale: 40 })
    expect(readOptions(['--kills', '5'])).toMatchObject({ mode: 'kills', kills: 5 })
    expect(readOptions(['--fuzz', '500', '--seed', '7'])).toMatchObject({ mode: 'fuzz', fuzz: 500, seed: 7 })
    expect(readOptions(['--fuzz', '500'])).toMatchObject({ minutes: 600 })
    expect(readOptions(['--soak'])).toMatchObject({ minutes: 2.5 })
  })

  it.each([
    ['--database', 'mysql', '--database must be one of sqlite, postgres'],
    ['--state', 'none', '--state must be one of as-is, indexed, both'],
    ['--rounds', '0', '--rounds must be a number from 1 to 100'],
    ['--scale', '1.5', '--scale must be a whole number'],
    ['--seconds', 'long', '--seconds must be a number'],
  ])('refuses %s %s', (name, value, message) => {
    expect(() => readOptions([name, value])).toThrow(message)
  })
})
