import { describe, expect, it } from 'vitest'
import { BACKENDS } from '../../src/dialects/backends.ts'
import { folderOf, type SourceFile, sourceFiles } from './source-files.ts'

const files = sourceFiles()

/** Code without comments and texts, so that words in them do not count. */
function codeOf({ text }: SourceFile): string {
  return text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''")
}

function offenders(isWrong: (file: SourceFile) => boolean): readonly string[] {
  return files.filter(isWrong).map(({ path }) => path)
}

const isInstalled = (name: string) => !name.startsWith('node:')

describe('the source', () => {
  it('names databases only in dialects/', () => {
    const outside = (file: SourceFile) => folderOf(file.path) !== 'dialects'
    const drivers = new Set(
      files.filter((file) => !outside(file)).flatMap(({ packages }) => packages.filter(isInstalled)),
    )
    expect(drivers.size).toBeGreaterThan(1)
    expect(offenders((file) => outside(file) && file.packages.some((name) => drivers.has(name)))).toEqual([])
    const names = new RegExp(`['"\`](?:${[...Object.keys(BACKENDS), 'postgresql', ...drivers].join('|')})['"\`]`)
    expect(offenders((file) => outside(file) && names.test(file.text))).toEqual([])
  })

  it('keeps dialects apart: none imports another', () => {
    const dialectOf = (path: string) => /^dialects\/([^/]+)\//.exec(path)?.[1]
    const crossing = (file: SourceFile) => {
      const own = dialectOf(file.path)
      return own !== undefined && file.imports.some((path) => (dialectOf(path) ?? own) !== own)
    }
    expect(offenders(crossing)).toEqual([])
  })

  it('writes rows in one place outside dialects/', () => {
    const writing =
      /`(?:insert into|update \$\{|update "|delete from)|\b(?:default values|on conflict|returning) ?[`"$]/
    const writers = offenders((file) => folderOf(file.path) !== 'dialects' && writing.test(file.text))
    expect(writers).toEqual(['sql/common-syntax.ts', 'sql/write-rows.ts'])
  })

  it('leaves syntax that databases do not share to them', () => {
    const special = /\bdefault values\b|\bon conflict\b|\breturning [$"]|\bmaterialized\b|\bfor (?:no key )?update\b/
    const users = offenders((file) => folderOf(file.path) !== 'dialects' && special.test(codeOf(file)))
    expect(users).toEqual(['sql/common-syntax.ts'])
  })

  it('has no any', () => {
    expect(offenders((file) => /(?::|<|\bas|\||,|=>)\s*any\b/.test(codeOf(file)))).toEqual([])
  })

  it('has no file over 350 lines', () => {
    expect(offenders(({ text }) => text.split('\n').length > 350)).toEqual([])
  })

  it('has no default exports', () => {
    expect(offenders((file) => /\bexport\s+default\b|\bas\s+default\b/.test(codeOf(file)))).toEqual([])
  })
})
