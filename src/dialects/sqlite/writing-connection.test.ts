import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { driver } from './driver.ts'
import { connectForWriting } from './writing-connection.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-new-files-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const FILES = 300
const fileNamed = (number: number) => join(folder, `${number}.db`)

/** Another program, which opens each file at the same moment. */
const OTHER = `
  const { workerData: { driver, folder, files, turn } } = require('node:worker_threads')
  const Database = require(driver)
  for (let number = 0; number < files; number += 1) {
    while (Atomics.load(turn, 0) < number);
    try {
      const connection = new Database(folder + '/' + number + '.db', { timeout: 5000 })
      connection.pragma('journal_mode = wal')
      connection.close()
    } catch {}
  }`

it('opens a new file that other programs open at the same moment', async () => {
  const turn = new Int32Array(new SharedArrayBuffer(4)).fill(-1)
  const workerData = { driver: createRequire(import.meta.url).resolve(driver), folder, files: FILES, turn }
  const others = [1, 2].map(() => new Worker(OTHER, { eval: true, workerData }))
  const ended = Promise.all(others.map((other) => new Promise((resolve) => other.once('exit', resolve))))
  await Promise.all(others.map((other) => new Promise((resolve) => other.once('online', resolve))))
  try {
    for (let number = 0; number < FILES; number += 1) {
      Atomics.store(turn, 0, number)
      connectForWriting({ file: fileNamed(number), populatedRows: 1 }).close()
    }
  } finally {
    // Lets the other programs end.
    Atomics.store(turn, 0, FILES)
  }
  expect(await ended).toEqual([0, 0])
})
