/** The completions and types that an editor shows: from the compiler as a language server, with temporary files. */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { OPTIONS, TSC } from './compile.ts'

export interface Editor {
  /** Names offered at the `|` of a line of code. */
  completions(code: string): Promise<readonly string[]>
  /** The text shown over the word that the `|` is in. */
  hover(code: string): Promise<string>
  close(): Promise<void>
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** `declarations`: the text of `lectern-types.d.ts`; `client` is one of its `Api`. */
export async function openEditor(declarations: string): Promise<Editor> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-editor-'))
  const path = join(folder, 'main.ts')
  writeFileSync(join(folder, 'lectern-types.d.ts'), declarations)
  writeFileSync(path, HEAD)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['main.ts'] }))
  const server = spawn(process.execPath, [TSC, '--lsp', '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const { request, notify } = connect(server)
  await request('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(folder).href,
    capabilities: CAPABILITIES,
  })
  notify('initialized', {})
  const uri = pathToFileURL(path).href
  let version = 1
  notify('textDocument/didOpen', { textDocument: { uri, languageId: 'typescript', version, text: HEAD } })

  async function ask(method: string, code: string): Promise<unknown> {
    version++
    const text = `${HEAD}${code.replace('|', '')}\n`
    notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] })
    const before = `${HEAD}${code.slice(0, code.indexOf('|'))}`.split('\n')
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
    return request(method, { textDocument: { uri }, position })
  }

  return {
    completions: async (code) => {
      const found = (await ask('textDocument/completion', code)) as {
        readonly items: readonly { readonly label: string }[]
      } | null
      // An optional member is offered with a question mark.
      return found?.items.map(({ label }) => label.replace(/\?$/, '')) ?? []
    },
    hover: async (code) => {
      const found = (await ask('textDocument/hover', code)) as { readonly contents: { readonly value: string } } | null
      return found?.contents.value ?? ''
    },
    close: async () => {
      server.kill()
      await new Promise((resolve) => server.once('close', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const HEAD = [
  "import { createClient } from 'lectern/client'",
  "import type { Api } from './lectern-types.js'",
  "const client = createClient<Api>({ url: '' })",
  '',
].join('\n')

const CAPABILITIES = {
  textDocument: { hover: { contentFormat: ['markdown'] }, completion: { completionItem: { snippetSupport: false } } },
}

/** JSON-RPC over standard input and output, each message after the number of its bytes. */
function connect(server: ChildProcess) {
  const waiting = new Map<number, (message: Message) => void>()
  let received = Buffer.alloc(0)
  let last = 0

  const write = (message: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    server.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }

  function take(message: Message): void {
    if (message.id === undefined) return
    // A request of the language server for settings: it gets none.
    if (message.method !== undefined) write({ id: message.id, result: null })
    else waiting.get(message.id)?.(message)
  }

  server.stdout?.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const start = received.indexOf('\r\n\r\n') + 4
      const length = Number(/Content-Length: (\d+)/i.exec(received.subarray(0, start).toString())?.[1])
      if (start < 4 || received.length < start + length) return
      take(JSON.parse(received.subarray(start, start + length).toString()) as Message)
      received = received.subarray(start + length)
    }
  })

  return {
    notify: (method: string, params: object) => write({ method, params }),
    request: (method: string, params: object) =>
      new Promise<unknown>((resolve, reject) => {
        const id = ++last
        waiting.set(id, ({ result, error }) => {
          waiting.delete(id)
          if (error === undefined) resolve(result)
          else reject(new Error(error.message))
        })
        write({ id, method, params })
      }),
  }
}
