/** A server that is killed while a list is pulled from it: this runs what `npm run build` wrote. */

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { prepareSite } from '../writes/site.ts'
import { pulling, temporaryFolder } from './pulling.ts'

const MAIN = join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/cli/main.js')

const SITE = {
  types: { note: { attributes: { text: { type: 'text' } } } },
  permissions: ['api::note.note.find', 'api::note.note.export'],
  config: { api: { rest: { extensions: ['export'] } } },
} as const

/** More than sockets hold, and hardly smaller when it is compressed. */
const MANY_NOTES = `with recursive n (i) as (select 1 union all select i + 1 from n where i < 1500)
  insert into notes (document_id, text) select 'note' || i, hex(randomblob(12000)) from n`

function addressOf({ stdout }: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve) => {
    stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, address] = /listens at (http:\S+)/.exec(said) ?? []
      if (address !== undefined) resolve(address)
    })
  })
}

it('leaves the file of before, and a new server gives all of it', async () => {
  const site = await prepareSite('SQLite', SITE)
  const folder = temporaryFolder()
  await site.sql(MANY_NOTES)
  const children: ChildProcess[] = []
  const serve = () => {
    const args = ['serve', '--project', site.folder, '--database', site.database, '--port', '0', '--workers', '1']
    const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH: process.env.PATH, LOG_LEVEL: 'silent' } })
    children.push(child)
    return child
  }
  try {
    const first = serve()
    folder.write('copy', 'before')
    const url = `${await addressOf(first)}/api/notes`
    const cut = await pulling([url, '--out', folder.path('copy')], { onProgress: () => first.kill('SIGKILL') })
    expect([cut.code, cut.err]).toEqual([
      1,
      expect.stringContaining('The export is not complete: the connection ended'),
    ])
    expect([folder.read('copy'), folder.names()]).toEqual(['before', ['copy']])
    const again = await pulling([`${await addressOf(serve())}/api/notes`, '--out', folder.path('copy')])
    expect([again.code, again.out]).toEqual([0, expect.stringMatching(/^Pulled 1500 entries/)])
    expect(folder.read('copy')?.split('\n')).toHaveLength(1_501)
  } finally {
    for (const child of children) child.kill('SIGKILL')
    folder.remove()
    await site.remove()
  }
}, 60_000)
