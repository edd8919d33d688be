/** `lectern migrate` and a first `lectern serve` as they are installed: these tests run what `npm run build` wrote. */

import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import BetterSqlite3 from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrateProject } from '../../src/index.ts'
import { temporaryProject } from '../project/temporary-project.ts'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

const schema = (attributes: Readonly<Record<string, unknown>>) => ({
  collectionName: 'notes',
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  attributes,
})
const SCHEMA = 'src/api/note/content-types/note/schema.json'

let project: ReturnType<typeof temporaryProject>
beforeEach(() => {
  project = temporaryProject({ [SCHEMA]: schema({ title: { type: 'string' } }) })
})
afterEach(() => project.remove())

const database = () => join(project.folder, '.tmp/data.db')

/** Runs `lectern migrate` in this process, for tests of its effects. */
const migrated = () => migrateProject({ project: project.folder, env: {} })

/** Ends it when it says so much. */
function lectern(args: readonly string[], until?: RegExp) {
  const child = spawn(process.execPath, [MAIN, ...args, '--project', project.folder], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH },
  })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
    if (until?.test(said.out)) child.kill('SIGTERM')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  return new Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, ...said })),
  )
}

function rows(text: string, file = database()): readonly unknown[] {
  const connection = new BetterSqlite3(file)
  const found = connection.prepare(text).pluck().all()
  connection.close()
  return found
}

/** Lines of JSON on standard error. */
function auditIn(err: string): readonly unknown[] {
  const lines = err.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => (JSON.parse(line) as { audit: unknown }).audit)
}

describe('lectern migrate', () => {
  it('says what it does, step by step, and sums up', async () => {
    const { code, out, err } = await lectern(['migrate'])
    expect({ code, err }).toEqual({ code: 0, err: 'Migrating …\n' })
    expect(out).toMatch(/^ {2}create table files\n/)
    expect(out).toContain('  create table notes\n')
    expect(out).toMatch(/Created SQLite file \S+data\.db in \d+ steps\.\n$/)
    expect((await lectern(['migrate'])).out).toMatch(/^Nothing to do: .* is up to date\.\n$/)
  })

  it('says in ten lines what it would do, and does nothing', async () => {
    const { code, out } = await lectern(['migrate', '--dry-run'])
    expect(code).toBe(0)
    expect(existsSync(database())).toBe(false)
    const lines = out.trimEnd().split('\n')
    expect(lines).toHaveLength(10)
    expect(lines[0]).toMatch(/^Would create SQLite file .*; nothing is done yet:$/)
    expect(lines.at(-2)).toMatch(/^ {2}and \d+ more$/)
  })

  it('prints SQL that does the same, when asked not to do it', async () => {
    const { code, out } = await lectern(['migrate', '--sql'])
    expect(code).toBe(0)
    expect(existsSync(database())).toBe(false)
    expect(out).toMatch(/^-- What would be done to SQLite file .*\n-- Run it with .*\npragma .*\nbegin immediate;\n-- /)
    const [one, other] = [database(), join(project.folder, 'scripted.db')]
    const connection = new BetterSqlite3(other)
    connection.exec(out)
    connection.close()
    await migrated()
    expect(rows('select name from sqlite_master order by 1', other)).toEqual(
      rows('select name from sqlite_master order by 1', one),
    )
  })

  it('refuses to lose data', async () => {
    await migrated()
    rows("insert into notes (title) values ('kept') returning id")
    writeFileSync(join(project.folder, SCHEMA), JSON.stringify(schema({ text: { type: 'text' } })))
    const { code, out, err } = await lectern(['migrate'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^✗ table notes, column title: This would lose data of 1 row: .* --allow-data-loss\.\n$/)
    const allowed = await lectern(['migrate', '--allow-data-loss'])
    expect(allowed.out).toContain('  drop column notes.title\n')
    expect(auditIn(allowed.err)).toEqual([
      {
        action: 'database.migrate',
        by: { kind: 'command line', user: expect.any(String) },
        about: {
          database: expect.stringContaining('data.db'),
          allowDataLoss: true,
          changes: ['drop column notes.title'],
        },
        outcome: 'done',
      },
    ])
  })

  it('waits for another that does the same', async () => {
    const both = await Promise.all([lectern(['migrate']), lectern(['migrate']), lectern(['migrate'])])
    // Whoever comes first says that it migrates.
    expect(both.map(({ code, err }) => ({ code, err: err.replace('Migrating …\n', '') }))).toEqual(
      Array(3).fill({ code: 0, err: '' }),
    )
    expect(rows('select type from up_roles order by id')).toEqual(['authenticated', 'public'])
    expect(rows('pragma integrity_check')).toEqual(['ok'])
  })
})

describe('lectern serve', () => {
  it('creates a database that is not there, and says so', async () => {
    const { out } = await lectern(['serve', '--port', '0'], /Stop with/)
    expect(out).toMatch(/^Created the tables in SQLite file \S+data\.db\.\nWrote new secrets to \S+\.env: .*\nLectern /)
    expect((await lectern(['serve', '--port', '0'], /Stop with/)).out).toMatch(/^Lectern /)
  })
})

describe('lectern check', () => {
  it('creates nothing', async () => {
    const { code, out, err } = await lectern(['check'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^SQLite file .* does not exist yet, or is empty: lectern serve .*\nNo problems so far\./)
    expect(existsSync(database())).toBe(false)
  })

  it('names schema files in the wrong folder before there is a database', async () => {
    writeFileSync(join(project.folder, 'src/api/page.json'), JSON.stringify(schema({ title: { type: 'string' } })))
    const { code, out } = await lectern(['check'])
    expect(code).toBe(0)
    expect(out).toMatch(/\nLeft out\n.*page\.json.*belongs to src\/api\/page\/content-types\/page\/schema\.json/)
  })

  it('refuses a Strapi project without a database', async () => {
    writeFileSync(
      join(project.folder, 'package.json'),
      JSON.stringify({ dependencies: { '@strapi/strapi': '5.54.0' } }),
    )
    const { code, err } = await lectern(['check'])
    expect(code).toBe(1)
    expect(err).toMatch(/There is no database at .*Strapi creates its own when it starts/)
  })

  it('says what the start will add, and adds nothing', async () => {
    await migrated()
    writeFileSync(
      join(project.folder, SCHEMA),
      JSON.stringify(schema({ title: { type: 'string' }, n: { type: 'integer' } })),
    )
    const { code, out, err } = await lectern(['check'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(
      /^lectern serve, or lectern migrate, will change SQLite file .*:\n {2}add column notes\.n \(integer\)\n/,
    )
    expect(out).toMatch(/\nNo problems so far\. .*\n$/)
    expect(rows("select count(*) from pragma_table_info('notes') where name = 'n'")).toEqual([0])
  })

  it('finds what the start would refuse', async () => {
    await migrated()
    rows("insert into notes (title) values ('kept') returning id")
    writeFileSync(join(project.folder, SCHEMA), JSON.stringify(schema({ title: { type: 'integer' } })))
    const { code, out, err } = await lectern(['check'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^✗ table notes, column title: This would lose data of 1 row: .* --allow-data-loss\.\n$/)
    expect((await lectern(['serve', '--port', '0', '--workers', '1'])).err).toBe(err)
  })

  it('names what is left over', async () => {
    await lectern(['serve', '--port', '0', '--workers', '1'], /Stop with/)
    rows("insert into notes (title) values ('kept') returning id")
    writeFileSync(join(project.folder, SCHEMA), JSON.stringify(schema({})))
    const { code, out } = await lectern(['check'])
    expect(code).toBe(0)
    expect(out).toMatch(/^No longer in the schema, and kept: .*notes\.title.*\nNo problems: 1 content type, /)
  })
})
