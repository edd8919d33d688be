/** Pages with commands are correct: the commands are run, and their output is what the pages show. */

import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixture } from '../support/fixture.ts'
import { AS_READ_ONLY } from '../support/magazine.ts'
import { readPage, root } from './example-site.ts'
import { type Block, runPage } from './shell.ts'

/** The read-only one of the project. */
const TOKEN = AS_READ_ONLY.authorization?.replace('Bearer ', '') ?? ''

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-page-'))
  cpSync(fixture('magazine'), join(folder, 'my-strapi-project'), { recursive: true })
  cpSync(fixture('magazine.sqlite'), join(folder, 'magazine.sqlite'))
  cpSync(fixture('export/magazine-export.tar.gz'), join(folder, 'export.tar.gz'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Identifiers and times are different each time. */
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
  'docs/coming-from-strapi.md': readPage('docs/coming-from-strapi.md'),
  'docs/people.md': readPage('docs/people.md'),
  'README.md, content of your own': sectionOf(readPage('README.md'), 'Content of your own'),
}

/** In a process of its own, since the commands of a page are waited for: a Lectern that answers as Strapi does. */
async function playStrapi(place: string): Promise<{ readonly port: string; stop(): void }> {
  const args = ['serve', '--project', join(place, 'my-strapi-project'), '--profile', 'strapi', '--port', '0']
  const disguised = ['--import', new URL('as-strapi.js', import.meta.url).href, root('dist/cli/main.js')]
  const child = spawn(process.execPath, [...disguised, ...args, '--workers', '1'], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((resolve, reject) => {
    let out = ''
    child.on('exit', () => reject(new Error(`ended early: ${out}`)))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      const [, found] = /listens at http:\/\/[^:]+:(\d+)/.exec(out) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  return { port, stop: () => void child.kill('SIGTERM') }
}

function sectionOf(page: string, title: string): string {
  return page.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? ''
}

describe.each(Object.entries(texts))('%s', (_page, text) => {
  it('can be followed to the letter', async () => {
    const before = readFileSync(join(folder, 'magazine.sqlite'))
    // Few requests: how many there are is not what the page shows.
    const variables = { TOKEN, LECTERN_COMPARE_LIMIT: '40' }
    const strapi = text.includes('--with http://127.0.0.1:1337') ? await playStrapi(folder) : null
    const taken = strapi === null ? {} : { '1337': strapi.port }
    const blocks = await runPage(text, join(folder, 'here'), variables, taken).finally(() => strapi?.stop())
    let output = ''
    for (const block of blocks) {
      if (block.language === 'sh') output = block.output
      else if (['json', 'text'].includes(block.language)) check(block, output)
    }
    expect(blocks.filter(({ language }) => language === 'sh').length).toBeGreaterThan(1)
    expect(before.equals(readFileSync(join(folder, 'magazine.sqlite')))).toBe(true)
  })
})
