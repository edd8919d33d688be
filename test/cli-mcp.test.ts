/** `lectern mcp` as it is installed, with the client of the protocol's own SDK: this runs what `npm run build` wrote. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, it } from 'vitest'
import { openProject } from '../src/index.ts'
import { fixture } from './support/fixture.ts'
import { AS_READ_ONLY } from './support/magazine.ts'

const MAIN = join(fileURLToPath(new URL('..', import.meta.url)), 'dist/cli/main.js')
const ARGS = [MAIN, 'mcp', '--project', fixture('magazine'), '--database', fixture('magazine.sqlite')]

interface Result {
  readonly content: readonly { readonly text: string }[]
}

async function find(env: Record<string, string>): Promise<string> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ARGS, env, stderr: 'ignore' }))
  try {
    const given = { type: 'articles', query: { fields: ['title'], populate: ['memo'], pagination: { pageSize: 3 } } }
    const { content } = (await client.callTool({ name: 'find', arguments: given })) as unknown as Result
    return content.at(-1)?.text ?? ''
  } finally {
    await client.close()
  }
}

describe('lectern mcp', () => {
  it('reads what the public may read, or with a token what the token may', async () => {
    const lectern = await openProject({ project: fixture('magazine'), database: fixture('magazine.sqlite'), env: {} })
    const url = '/api/articles?fields=title&populate=memo&pagination[pageSize]=3'
    const forPublic = await (await lectern.fetch(url)).text()
    const forToken = await (await lectern.fetch(url, { headers: AS_READ_ONLY })).text()
    await lectern.close()
    expect(forToken).not.toBe(forPublic)
    const token = (AS_READ_ONLY.authorization ?? '').replace('Bearer ', '')
    expect(await Promise.all([find({}), find({ LECTERN_MCP_TOKEN: token })])).toEqual([forPublic, forToken])
  })

  it('responds to an invalid message with an error, and ends with its input', () => {
    const input = 'nonsense\n\n{"jsonrpc":"2.0","id":7,"method":1}\n{"jsonrpc":"2.0","id":8,"method":"ping"}\n'
    const { stdout, status } = spawnSync(process.execPath, ARGS, { input, encoding: 'utf8' })
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toMatchObject([
      { id: null, error: { code: -32600, message: expect.stringContaining('not valid JSON') } },
      { id: 7, error: { code: -32600, message: 'The message has no method' } },
      { id: 8, result: {} },
    ])
    expect(status).toBe(0)
  })

  it('names the variable that has an invalid token', () => {
    const input = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
    const env = { ...process.env, LECTERN_MCP_TOKEN: 'nonsense' }
    const { stdout } = spawnSync(process.execPath, ARGS, { input, env, encoding: 'utf8' })
    expect(JSON.parse(stdout).error.message).toContain('LECTERN_MCP_TOKEN must be an API token of this project')
  })
})
