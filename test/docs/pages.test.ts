/** Pages that tell somebody what to type are true: it is typed, and what comes of it is what they show. */

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixture } from '../support/fixture.ts'
import { AS_READ_ONLY } from '../support/magazine.ts'
import { readPage } from './example-site.ts'
import { type Block, runPage } from './shell.ts'

/** The read-only one of the project. */
const TOKEN = AS_READ_ONLY.authorization?.replace('Bearer ', '') ?? ''

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-page-'))
  cpSync(fixture('magazine'), join(folder, 'my-strapi-project'), { recursive: true })
  cpSync(fixture('magazine.sqlite'), join(folder, 'magazine.sqlite'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Identifiers and times are made up anew each time. */
function masked(key: string, value: unknown): unknown {
  if (key === 'documentId') return typeof value
  return key.endsWith('At') && value !== null ? 'time' : value
}

/** Each line of a text block, `…` standing for anything; the values of a JSON block, against the last line. */
function check({ language, text }: Block, output: string): void {
  if (language === 'json') {
    const last = output.trim().split('\n').at(-1) ?? ''
    expect(JSON.parse(last, masked)).toEqual(JSON.parse(text, masked))
    return
  }
  for (const line of text.trimEnd().split('\n')) {
    const pattern = line.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    expect(output).toMatch(new RegExp(`^${pattern.join('.*')}$`, 'm'))
  }
}

const texts = {
  'docs/getting-started.md': readPage('docs/getting-started.md'),
  'docs/attaching.md': readPage('docs/attaching.md'),
  'docs/people.md': readPage('docs/people.md'),
  'README.md, content of your own': sectionOf(readPage('README.md'), 'Content of your own'),
}

function sectionOf(page: string, title: string): string {
  return page.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? ''
}

describe.each(Object.entries(texts))('%s', (_page, text) => {
  it('can be followed to the letter', async () => {
    const before = readFileSync(join(folder, 'magazine.sqlite'))
    const blocks = await runPage(text, join(folder, 'here'), { TOKEN })
    let output = ''
    for (const block of blocks) {
      if (block.language === 'sh') output = block.output
      else if (['json', 'text'].includes(block.language)) check(block, output)
    }
    expect(blocks.filter(({ language }) => language === 'sh').length).toBeGreaterThan(1)
    expect(before.equals(readFileSync(join(folder, 'magazine.sqlite')))).toBe(true)
  })
})
