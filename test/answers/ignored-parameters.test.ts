/** The log names parameters that are ignored, where these are no errors. */

import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from '../../src/http/logger.ts'
import { type MadeProject, makeProject } from '../support/make-project.ts'

let made: MadeProject
afterEach(() => made.remove())

async function logOf(
  rest: Readonly<Record<string, unknown>>,
  ...paths: readonly string[]
): Promise<readonly unknown[]> {
  const lines: string[] = []
  const types = { note: { attributes: { text: { type: 'string' } } } }
  made = await makeProject({ types, config: { api: { rest } } })
  const lectern = await made.open({ logger: createLogger({ write: (line) => lines.push(line) }) })
  const address = await lectern.listen({ port: 0 })
  for (const path of paths) expect((await fetch(address + path)).status).toBe(200)
  return lines.map((line) => JSON.parse(line)).map(({ status, ignored }) => [status, ignored])
}

describe('the log of requests with unknown parameters', () => {
  it('names them when such a request is first seen', async () => {
    const log = await logOf({}, '/api/notes?limit=5', '/api/notes?limit=5', '/api/notes?utm_source=x')
    expect(log).toEqual([
      [200, 'limit: Write pagination[limit]=5'],
      [200, undefined],
      [200, undefined],
    ])
  })

  it('does not name them with the profile strapi, where Strapi ignores them too', async () => {
    expect(await logOf({ profile: 'strapi' }, '/api/notes?limit=5')).toEqual([[200, undefined]])
  })
})
