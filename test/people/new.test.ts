import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ProjectError } from '../../src/config/problem.ts'
import { ask, commandLine, siteIn } from './site.ts'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'lectern-new-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

describe('lectern new', () => {
  it('writes a project that can be served at once, and says how', async () => {
    const folder = join(parent, 'deep', 'site')
    const { code, out } = await commandLine(['new', folder])
    expect(code).toBe(0)
    expect(out).toMatch(/\nNext\n {2}cd \S+site\n {2}npm install\n {2}npm run dev\n/)
    const { scripts, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(scripts).toMatchObject({ dev: 'lectern dev', start: 'lectern serve' })
    expect(dependencies.lectern).toMatch(/^file:/)
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toMatch(/^node_modules\/$/m)
    expect(out).toContain('Wrote a few articles and authors, which the public may read.')
  })

  it('writes published entries that the public may read, with their relations', async () => {
    const folder = join(parent, 'site')
    await commandLine(['new', folder])
    const site = siteIn(folder, join(folder, 'data/content.db'))
    const lectern = await site.serve()
    expect(lectern.notices).toEqual([])
    const { status, body } = await ask(
      lectern,
      '/api/articles?fields=title,slug&populate[author][fields]=name&populate[links]=true',
    )
    expect(status).toBe(200)
    const articles = body.data as readonly Record<string, unknown>[]
    expect(articles.map(({ slug, author }) => [slug, (author as { readonly name: string }).name])).toEqual([
      ['a-first-look-around', 'Ada'],
      ['asking-for-what-you-need', 'Grace'],
      ['making-it-yours', 'Ada'],
    ])
    expect(articles[0]?.links).toMatchObject([{ url: 'https://example.com' }])
    expect(await ask(lectern, `/api/articles/${articles[0]?.documentId}`)).toMatchObject({ status: 200 })
    expect(await ask(lectern, '/api/authors')).toMatchObject({ body: { meta: { pagination: { total: 2 } } } })
    expect(await ask(lectern, '/api/articles?status=draft')).toMatchObject({ status: 403 })
    const denied = await lectern.fetch('/api/authors', { method: 'POST', body: '{"data":{"name":"Eve"}}' })
    expect(denied.status).toBe(403)
    await site.remove()
  })

  it('writes to the database of the new project alone, whatever the environment names', async () => {
    const elsewhere = join(parent, 'in-use.db')
    const env = { LECTERN_DATABASE: elsewhere, DATABASE_URL: elsewhere }
    expect((await commandLine(['new', join(parent, 'site')], { env })).code).toBe(0)
    expect(existsSync(elsewhere)).toBe(false)
    expect(existsSync(join(parent, 'site/data/content.db'))).toBe(true)
  })

  it('leaves the database to the first start with --empty', async () => {
    const folder = join(parent, 'site')
    const { code, out } = await commandLine(['new', folder, '--empty'])
    expect(code).toBe(0)
    expect(out).not.toContain('the public may read')
    expect(existsSync(join(folder, 'data'))).toBe(false)
    const site = siteIn(folder, join(folder, 'data/content.db'))
    const lectern = await site.serve()
    expect(lectern.summary).toMatchObject({ contentTypes: 2, components: 1 })
    expect(lectern.notices.join('\n')).toContain('Created the tables in SQLite file')
    expect(await ask(lectern, '/api/articles')).toMatchObject({ status: 403 })
    const key = await site.token('reading')
    expect(await ask(lectern, '/api/articles?populate=*', key)).toMatchObject({ status: 200, body: { data: [] } })
    await site.remove()
  })

  it('takes a folder that is there and empty', async () => {
    const folder = join(parent, 'empty')
    mkdirSync(folder)
    expect((await commandLine(['new', folder])).code).toBe(0)
  })

  it('takes the folder that Lectern was installed in, and keeps what its package.json says', async () => {
    const lectern = join(parent, 'node_modules/lectern')
    mkdirSync(lectern, { recursive: true })
    const before = {
      name: 'guide',
      type: 'module',
      scripts: { dev: 'mine' },
      dependencies: { lectern: 'file:../lectern-1.2.3.tgz', zod: '4.0.0' },
      allowScripts: { bcrypt: true },
    }
    writeFileSync(join(parent, 'package.json'), JSON.stringify(before))
    writeFileSync(join(parent, 'package-lock.json'), '{}')
    const { code, out } = await commandLine(['new', parent, '--empty'], { packageFolder: lectern })
    expect(code).toBe(0)
    expect(out).toMatch(/npm run dev/)
    expect(out).not.toMatch(/npm install/)
    expect(JSON.parse(readFileSync(join(parent, 'package.json'), 'utf8'))).toEqual({
      ...before,
      scripts: { dev: 'mine', start: 'lectern serve', check: 'lectern check', types: 'lectern types' },
      allowScripts: { 'better-sqlite3': true, bcrypt: true },
    })
  })

  it('asks for npm install unless the Lectern of a folder above will do', async () => {
    const nextSteps = async (folder: string) => {
      const packageFolder = join(parent, 'mine/node_modules/lectern')
      return (await commandLine(['new', join(parent, folder), '--empty'], { packageFolder })).out
    }
    expect(await nextSteps('mine/site')).not.toMatch(/npm install/)
    expect(await nextSteps('mine-too/site')).toMatch(/npm install/)
  })

  it('says what is there when the entries cannot be written', async () => {
    const fillStarter = async () => {
      throw new ProjectError([{ file: null, path: null, message: 'The disk is full.' }])
    }
    const { code, err } = await commandLine(['new', join(parent, 'site')], { fillStarter })
    expect(code).toBe(1)
    expect(err).toMatch(/^The project files were written, but not the database\..*\n✗ The disk is full\.$/)
    expect(existsSync(join(parent, 'site/package.json'))).toBe(true)
  })

  it('leaves a folder alone whose package.json cannot be read', async () => {
    writeFileSync(join(parent, 'package.json'), '{')
    const { code, err } = await commandLine(['new', parent])
    expect(code).toBe(1)
    expect(err).toContain('package.json is not a JSON object. Fix it first, or name another folder.')
    expect(existsSync(join(parent, 'src'))).toBe(false)
  })

  it('leaves a folder alone that has something in it', async () => {
    writeFileSync(join(parent, 'letter.txt'), 'mine')
    const { code, err } = await commandLine(['new', parent])
    expect(code).toBe(1)
    expect(err).toContain(`${parent} is not empty: there is letter.txt in it.`)
    expect(existsSync(join(parent, 'src'))).toBe(false)
  })

  it.runIf(existsSync('/proc/self'))('says at once that a folder cannot be made', async () => {
    const { code, err } = await commandLine(['new', '/proc/site'])
    expect(code).toBe(1)
    expect(err).toContain('/proc/site cannot be written')
  })

  it('says which part of the path is a file', async () => {
    writeFileSync(join(parent, 'letter.txt'), 'mine')
    const { code, err } = await commandLine(['new', join(parent, 'letter.txt/site')])
    expect(code).toBe(1)
    expect(err).toMatch(/letter\.txt\/site: a part of this path is a file/)
  })

  it.each([
    [[], 'Name the folder to create: lectern new DIR.'],
    [['a', 'b'], "One folder is created at a time. For a name with spaces: lectern new 'a b'."],
  ])('wants one folder, not %j', async (words, message) => {
    expect(await commandLine(['new', ...words])).toEqual({ code: 1, out: '', err: `lectern: ${message}` })
  })
})
