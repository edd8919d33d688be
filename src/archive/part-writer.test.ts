import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPartWriter } from './part-writer.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'lectern-parts-'))
})
afterEach(() => rmSync(place, { recursive: true }))

describe('lines', () => {
  it.runIf(existsSync('/dev/full'))(
    'fails when the disk fills up while the next line is awaited',
    async () => {
      symlinkSync('/dev/full', join(place, 'lines'))
      async function* slow() {
        yield 'first'
        await sleep(50)
        yield 'second'
      }
      const { lines } = createPartWriter(pack(), place, new Date(0))
      await expect(lines('entities', slow())).rejects.toThrow('ENOSPC')
    },
    5000,
  )
})
