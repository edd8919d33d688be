/** The example as users find it: its content is what its script writes, and `npm start` serves it. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { migrateProject } from '../../src/index.ts'
import { openExample, root } from './example-site.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-example-'))
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('the content', () => {
  it('is what the script writes, byte for byte', () => {
    const folder = temporaryFolder()
    const { status, stderr } = spawnSync(process.execPath, [root('example/make/make.js'), folder], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const written = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jsonl?$/.test(name))
    expect(written.filter((name) => name.endsWith('.jsonl'))).toHaveLength(4)
    for (const name of written) {
      const [fresh, kept] = [join(folder, name), root(`example/content/${name}`)].map((file) =>
        readFileSync(file, 'utf8'),
      )
      expect(fresh === kept, name).toBe(true)
    }
  })

  it('has what the README of the example says', async () => {
    const example = await openExample()
    const total = async (query: string) => {
      const response = await example.lectern.fetch(`/api/${query}`)
      return ((await response.json()) as { meta: { pagination: { total: number } } }).meta.pagination.total
    }
    try {
      expect(await total('articles?status=draft')).toBe(24)
      expect(await total('articles?status=draft&publicationFilter=never-published')).toBe(4)
      expect(await total('articles?status=draft&publicationFilter=modified')).toBe(3)
      expect(await total('articles?status=draft&locale=fr-FR')).toBe(8)
      expect(await total('authors?status=draft')).toBe(8)
      expect(await total('categories')).toBe(8)
      expect(await total('tags')).toBe(12)
      expect(await total('reviews')).toBe(40)
      const file = await example.lectern.fetch('/uploads/thumbnail_owl_c52f7e68d1.png')
      expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    } finally {
      await example.close()
    }
  })
})

interface Start {
  readonly child: ChildProcess
  /** Resolves with all of standard output when it matches. */
  says(pattern: RegExp): Promise<string>
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>
}

/** The example beside the program that `npm run build` wrote. */
function copyOfExample(): string {
  const folder = temporaryFolder()
  symlinkSync(root('dist'), join(folder, 'dist'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of ['src', 'config', 'content', 'start.js']) {
    cpSync(root(`example/${name}`), join(folder, 'example', name), { recursive: true })
  }
  return folder
}

function start(folder: string, ...args: readonly string[]): Start {
  const env = { PATH: process.env.PATH, LOG_LEVEL: 'silent' }
  const child = spawn(process.execPath, ['example/start.js', ...args], { cwd: folder, env })
  cleanups.push(() => child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const ended = new Promise<Awaited<Start['ended']>>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }))
  })
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const check = () => pattern.test(out) && resolve(out)
      child.stdout.on('data', check)
      child.on('close', () => reject(new Error(`ended early: ${out}${err}`)))
      check()
    })
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  return { child, says, ended }
}

/** Starts, tries the three addresses, stops; gives what was printed. */
async function serveOnce(folder: string): Promise<string> {
  const { child, says, ended } = start(folder, '--port', '0', '--workers', '1')
  const out = await says(/Stop with Ctrl\+C/)
  const addresses = out.match(/http:\S+\/api\/\S+/g) ?? []
  expect(addresses).toHaveLength(3)
  for (const address of addresses) {
    const body = (await (await fetch(address)).json()) as { readonly data: readonly unknown[] }
    expect(body.data.length, address).toBeGreaterThan(0)
  }
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
  return out
}

describe('npm start', () => {
  it('is the script of the example', () => {
    const { scripts } = JSON.parse(readFileSync(root('package.json'), 'utf8')) as { scripts: Record<string, string> }
    expect(scripts.start).toBe('node example/start.js')
  })

  it('makes the database the first time, and uses it later', async () => {
    const folder = copyOfExample()
    expect(await serveOnce(folder)).toMatch(/^Made example\S+data\.db: 24 articles, .* 6 images\.$/m)
    expect(await serveOnce(folder)).not.toContain('Made')
  })

  it('begins again after an interrupted start', async () => {
    const folder = copyOfExample()
    await migrateProject({ project: join(folder, 'example'), env: {} })
    expect(await serveOnce(folder)).toContain('24 articles')
  })

  it('says so when the port is in use, and loses nothing', async () => {
    const folder = copyOfExample()
    const other = createServer().listen(0, '127.0.0.1')
    cleanups.push(() => other.close())
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const { code, err } = await start(folder, '--port', port).ended
    expect(code).toBe(1)
    expect(err).toContain(`Port ${port} is in use.`)
    expect(await serveOnce(folder)).not.toContain('Made')
  })
})
