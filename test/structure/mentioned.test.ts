/** Everything that the docs name exists: settings, errors, options, commands. */

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../src/cli/commands.ts'
import { OPTIONS } from '../../src/cli/options.ts'
import { ERRORS } from '../../src/errors/codes.ts'
import { page, quoted, tableRows } from './pages.ts'
import { ROOT } from './source-files.ts'

const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
const configuration = page('configuration.md')
const settings = tableRows(configuration, 'Setting', 'File').flatMap(([setting = '']) => quoted(setting))
const limits = tableRows(configuration, 'Limit', 'Default').flatMap(([limit = '']) => quoted(limit))
const known = [...settings, ...limits.map((limit) => `rest.limits.${limit}`)]

describe.each(pages)('docs/%s', (name) => {
  const text = page(name)
  const marked = quoted(text.replace(/```[\s\S]*?```/g, ''))

  it('mentions settings that are in the list', () => {
    const mentioned = marked.filter((word) => /^(?:rest|documents|responses|connection|settings)\.[\w.]+$/.test(word))
    // Also what several of them have in common: `connection.pool`.
    const isListed = (word: string) => known.some((setting) => setting === word || setting.startsWith(`${word}.`))
    expect(mentioned.filter((word) => !isListed(word))).toEqual([])
  })

  it('mentions errors that are in the list, and variables', () => {
    const codes = marked.filter((word) => /^[A-Z]+(?:_[A-Z]+)+$/.test(word))
    expect(codes.filter((code) => !Object.hasOwn(ERRORS, code) && !configuration.includes(`\`${code}\``))).toEqual([])
  })

  it('mentions commands and options that there are', () => {
    const lines = [...text.matchAll(/\blectern ([a-z]+)\b([^\n`|]*)/g)].filter(([, command = '']) =>
      new RegExp(`(?:\`|npx )lectern ${command}\\b`).test(text),
    )
    expect(lines.map(([, command = '']) => command).filter((command) => !Object.hasOwn(COMMANDS, command))).toEqual([])
    const options = lines.flatMap(([, , rest = '']) =>
      [...rest.matchAll(/--([a-z-]+)/g)].map(([, option = '']) => option),
    )
    expect(options.filter((option) => !Object.hasOwn(OPTIONS, option) && option !== 'help')).toEqual([])
  })
})
