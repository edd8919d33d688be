/** A process that reads a SQLite file is killed by another program: the request may be repeated. */

import { afterEach, expect, it } from 'vitest'
import { endPrograms, serve, until } from '../postgres-process/program.ts'
import { ask, cheap, endless, errorName } from './clients.ts'
import { readersOf } from './occupied.ts'
import { makeSite } from './site.ts'

afterEach(endPrograms)

it('a request whose reader is killed gets Retry-After, and the next one is answered', async () => {
  const site = await makeSite('SQLite', { limits: { populatedRows: 1_000_000_000 } })
  try {
    const program = await serve(['--project', site.folder, '--database', site.database, '--workers', '1'])
    let isOver = false
    const asked = ask(program.address + endless(0)).finally(() => {
      isOver = true
    })
    await until('the request is over', async () => {
      for (const pid of readersOf(program.child.pid)) process.kill(pid, 'SIGKILL')
      return isOver
    })
    const lost = await asked
    expect({ status: lost.status, name: errorName(lost) }).toEqual({ status: 503, name: 'ServiceUnavailableError' })
    expect(lost.headers['retry-after']).toBe('1')
    expect((await ask(program.address + cheap(0))).status).toBe(200)
    expect(await program.stop()).toBe(0)
  } finally {
    await site.remove()
  }
})
