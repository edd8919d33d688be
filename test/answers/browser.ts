/** Browsers with a cache, and a program of two processes that they request from. */

import { type ChildProcess, spawn } from 'node:child_process'
import { type Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import type { Lectern } from '../../src/index.ts'

export interface Seen {
  readonly status: number
  readonly etag: string | undefined
  readonly text: string
}

export type Get = (path: string, etag: string | undefined) => Promise<Seen>

/** Sends the ETag of the cached response, and shows that response after a 304. */
export function createBrowser<Shown>(get: Get, shownIn: (text: string) => Shown) {
  const had = new Map<string, Seen>()
  const counts = { whole: 0, unchanged: 0 }
  return {
    counts,
    async look(path: string): Promise<Shown> {
      const before = had.get(path)
      const seen = await get(path, before?.etag)
      if (seen.status === 304 && before !== undefined) {
        counts.unchanged += 1
        return shownIn(before.text)
      }
      expect(seen.status, seen.text).toBe(200)
      counts.whole += 1
      had.set(path, seen)
      return shownIn(seen.text)
    },
  }
}

export async function getFrom(server: Lectern, path: string, etag: string | undefined): Promise<Seen> {
  const response = await server.fetch(path, { headers: etag === undefined ? {} : { 'if-none-match': etag } })
  return { status: response.status, etag: response.headers.get('etag') ?? undefined, text: await response.text() }
}

export function getOver(agent: Agent, url: string, etag: string | undefined): Promise<Seen> {
  const headers = etag === undefined ? {} : { 'if-none-match': etag }
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, etag: response.headers.etag, text }))
    })
    asking.on('error', reject).end()
  })
}

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

export async function startProgram(
  folder: string,
  database: string,
): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const args = [MAIN, 'serve', '--project', folder, '--database', database, '--port', '0', '--workers', '2']
  const child: ChildProcess = spawn(process.execPath, args, { env: { PATH: process.env.PATH, LOG_LEVEL: 'silent' } })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (text: Buffer) => {
        said += text.toString()
        const found = /listens at (http:\S+)/.exec(said)?.[1]
        if (found !== undefined) resolve(found)
      })
    }
    void ended.then(() => reject(new Error(`ended before it listened: ${said}`)))
  })
  return {
    address,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
