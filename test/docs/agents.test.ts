/** The calls on the page about agents return the responses of the requests below them. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExampleSite, openExample, readPage } from './example-site.ts'

const CALLS = [
  ...readPage('docs/agents.md').matchAll(/```json\n(\{\s*"name"[^`]*)```[^`]*(?:`[^`\n]+`[^`]*)*```\nGET (\S+)/g),
]

let site: ExampleSite

beforeAll(async () => {
  site = await openExample()
})

afterAll(() => site?.close())

describe('docs/agents.md', () => {
  it('has calls', () => {
    expect(CALLS).toHaveLength(2)
  })

  it.each(CALLS.map(([, call = '', url = '']) => ({ call, url })))('$url', async ({ call, url }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: JSON.parse(call) })
    const headers = { 'content-type': 'application/json' }
    const response = await site.lectern.fetch('/_mcp', { method: 'POST', headers, body })
    const { result } = (await response.json()) as { result: { content: readonly { text: string }[]; isError?: true } }
    expect(result.isError).toBeUndefined()
    expect(result.content.at(-1)?.text).toBe(await (await site.lectern.fetch(url)).text())
  })
})
