/** The pages that list things list all of them, and nothing that is not there. */

import { describe, expect, it } from 'vitest'
import { OPTIONS } from '../../src/cli/options.ts'
import { DEFAULT_LIMITS } from '../../src/config/limits.ts'
import { requiredFeatures } from '../../src/dialects/postgres/required-features.ts'
import { ERRORS } from '../../src/errors/codes.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { page, quoted, tableRows } from './pages.ts'
import { sourceFiles } from './source-files.ts'

const files = sourceFiles()
const source = files.map(({ text }) => text).join('\n')

describe('docs/errors.md', () => {
  it('lists every code with its status and name', () => {
    const rows = tableRows(page('errors.md'), 'Code', 'Status', 'Name')
    const listed = rows.map(([code = '', status, name]) => [quoted(code)[0], status, name])
    const actual = Object.entries(ERRORS).map(([code, { status, name }]) => [code, String(status), name])
    expect([...listed].sort()).toEqual([...actual].sort())
  })

  it('lists no code that nothing throws', () => {
    const registry = files.find(({ path }) => path === 'errors/codes.ts')?.text ?? ''
    const elsewhere = source.replace(registry, '')
    // Unexpected errors get theirs from `toApiError`, by name as well.
    expect(Object.keys(ERRORS).filter((code) => !elsewhere.includes(`'${code}'`))).toEqual([])
  })
})

describe('docs/architecture.md', () => {
  it('shows the pipeline as it is written, in the files that it links to', () => {
    // Text before a block, and the block; one that follows another block is of the same file.
    const blocks = [...page('architecture.md').matchAll(/([\s\S]*?)```ts\n([\s\S]*?)\n```/g)]
    expect(blocks.length).toBeGreaterThan(3)
    let linked: readonly string[] = []
    for (const [, before = '', code = ''] of blocks) {
      const paragraph = before.trim().split('\n\n').at(-1) ?? ''
      const links = [...paragraph.matchAll(/\]\(\.\.\/src\/([^)]+)\)/g)].map(([, path = '']) => path)
      if (paragraph !== '') linked = links
      const holding = files.filter(({ text }) => text.includes(code)).map(({ path }) => path)
      expect(linked, code.split('\n')[0]).toEqual(expect.arrayContaining(holding))
      expect(holding, code.split('\n')[0]).toHaveLength(1)
    }
  })
})

describe('docs/beyond-strapi.md', () => {
  it('lists every extension', () => {
    const listed = tableRows(page('beyond-strapi.md'), 'Extension', 'What it adds').map(
      ([name = '']) => quoted(name)[0],
    )
    expect(listed).toEqual(EXTENSION_NAMES)
  })
})

describe('docs/configuration.md', () => {
  const text = page('configuration.md')

  it('lists every limit with its default', () => {
    const listed = tableRows(text, 'Limit', 'Default').map(([name = '', value]) => [quoted(name)[0], value])
    expect(listed).toEqual(Object.entries(DEFAULT_LIMITS).map(([name, value]) => [name, String(value)]))
  })

  it('lists every option of the command line with its variable', () => {
    const listed = tableRows(text, 'Option', 'Variable').map(([option = '', variable = '']) => [
      quoted(option)[0],
      quoted(variable)[0],
    ])
    expect(listed).toEqual(Object.entries(OPTIONS).map(([name, { env }]) => [`--${name}`, env]))
  })

  it('lists every setting that is read from config files', () => {
    const listed = tableRows(text, 'Setting', 'File').flatMap(([setting = '', file = '']) =>
      quoted(setting).map((path) => `${file} ${path}`),
    )
    const call = /(?:\bread\.\w+|\bsecret)\(\s*'(api|admin|plugins|server)',\s*'([\w.-]+)'/g
    const actual = files
      .filter(({ path }) => path.startsWith('config/'))
      .flatMap((file) => [...file.text.matchAll(call)].map(([, name, path]) => `${name} ${path}`))
    expect(new Set(actual).size).toBeGreaterThan(10)
    const ofThoseFiles = listed.filter((entry) => /^(api|admin|plugins|server) /.test(entry))
    expect([...new Set(ofThoseFiles)].sort()).toEqual([...new Set(actual)].sort())
  })

  it('lists no other setting that the source does not know', () => {
    const settings = tableRows(text, 'Setting', 'File').flatMap(([setting = '']) => quoted(setting))
    const words = settings.map((path) => path.split('.').at(-1) ?? '')
    expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(source))).toEqual([])
  })

  it('names every environment variable that is read, and no other', () => {
    const read = [
      ...source.matchAll(/\b(?:env|environment)\.([A-Z][A-Z_]+)\b/g),
      ...source.matchAll(/'((?:LECTERN|DATABASE|API|JWT)_[A-Z_]+)'/g),
    ]
      .map(([, name = '']) => name)
      .filter((name) => !Object.hasOwn(ERRORS, name))
    const named = [...text.matchAll(/\b([A-Z]+(?:_[A-Z]+)+)\b/g)].map(([, name = '']) => name)
    const missing = [...new Set(read)].filter((name) => !named.includes(name) && !quoted(text).includes(name))
    expect(missing).toEqual([])
    expect([...new Set(named)].filter((name) => !source.includes(name))).toEqual([])
  })
})

describe('docs/production.md', () => {
  it('lists every feature that is asked for at the start', () => {
    const listed = tableRows(page('production.md'), 'Feature', 'Needed for').map(([feature]) => feature)
    const asked = requiredFeatures({ foldingCollation: 'any', hasIsJson: true })
    expect(listed).toEqual(asked.map(({ name }) => name))
  })
})
