/** The tools for agents of a project, one message a line, as `lectern mcp` reads and writes them. */

import { jsonIn } from '../config/json-in.ts'
import { isRecord } from '../config/project-config.ts'
import type { Lectern, OpenOptions } from '../open/lectern.ts'
import { openLoaded } from '../open/open-project.ts'

export interface Agent {
  /** The line that answers it; null where it needs none. */
  answer(line: string): Promise<string | null>
  close(): Promise<void>
}

/** `token`: an API token or a user's; null for what the public may read. */
export async function openAgent(options: OpenOptions, token: string | null): Promise<Agent> {
  const lectern = await openWithTools(options)
  const headers = {
    'content-type': 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  return {
    answer: async (line) => {
      const response = await lectern.fetch('/_mcp', { method: 'POST', headers, body: line })
      const text = await response.text()
      if (response.status === 202) return null
      return response.status === 200 ? text : failure(line, text, response.status === 401 ? TOKEN_NEEDED : '')
    },
    close: () => lectern.close(),
  }
}

/** This command enables the tools, even if the configuration does not. */
async function openWithTools(options: OpenOptions): Promise<Lectern> {
  const reading = { ...options, deliver: false }
  const lectern = await openLoaded(reading)
  const { on } = lectern.settings.rest.extensions
  if (on.has('mcp')) return lectern
  await lectern.close()
  return openLoaded({ ...reading, extensions: [...on, 'mcp'] })
}

const INVALID_REQUEST = -32_600

/** People read this in the log of the agent. */
const TOKEN_NEEDED = ': LECTERN_MCP_TOKEN must be an API token of this project (lectern token create NAME)'

/** The API's error, as an error of the protocol. `advice` follows its message. */
function failure(line: string, text: string, advice: string): string {
  const { error } = JSON.parse(text) as { readonly error: { readonly message: string } }
  const { message, ...data } = error
  return JSON.stringify({
    jsonrpc: '2.0',
    id: idIn(line),
    error: { code: INVALID_REQUEST, message: message + advice, data },
  })
}

function idIn(line: string): unknown {
  const message = jsonIn(line)
  return isRecord(message) ? (message.id ?? null) : null
}
