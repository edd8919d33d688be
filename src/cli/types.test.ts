import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Context } from './context.ts'
import { types } from './types.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(...words: readonly string[]) {
  return runWith(0, ...words)
}

async function runWith(locales: number, ...words: readonly string[]) {
  const out: string[] = []
  const context = {
    colour: { out: false, err: false },
    out: (line: string) => out.push(line),
    declare: async () => ({ text: 'export interface Api {}\n', contentTypes: 2, components: 1, locales }),
  } as unknown as Context
  const code = await types({ project: '.' }, context, { words, text: () => null, flag: () => false })
  return { code, out: out.join('\n') }
}

describe('lectern types', () => {
  it('writes the file, and does not write it again if nothing has changed', async () => {
    const file = join(folder, 'api.d.ts')
    expect(await run(file)).toEqual({
      code: 0,
      out: `Wrote ${file}: 2 content types, 1 component, no locales (none could be read from the database).`,
    })
    expect(readFileSync(file, 'utf8')).toBe('export interface Api {}\n')
    expect((await run(file)).out).toBe(
      `${file} is up to date: 2 content types, 1 component, no locales (none could be read from the database).`,
    )
  })

  it('writes to standard output', async () => {
    expect(await run('-')).toEqual({ code: 0, out: 'export interface Api {}' })
  })

  it('creates the folder of the file', async () => {
    const file = join(folder, 'src', 'generated', 'api.d.ts')
    expect((await run(file)).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe('export interface Api {}\n')
  })

  it('says how many locales the types have', async () => {
    const { out } = await runWith(3, join(folder, 'api.d.ts'))
    expect(out).toMatch(/: 2 content types, 1 component, 3 locales\.$/)
  })

  it('says what it cannot do', async () => {
    await expect(run('a', 'b')).rejects.toThrow('Name one file to write at most')
    writeFileSync(join(folder, 'file'), '')
    await expect(run(join(folder, 'file', 'api.d.ts'))).rejects.toThrow(/^Cannot write .*(ENOTDIR|EEXIST)/)
    await expect(run(folder)).rejects.toThrow(/^Cannot write .*EISDIR/)
  })
})
