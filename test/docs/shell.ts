/** Runs the commands of a page as if they were pasted, one block after the other, in one shell. */

import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { root } from './example-site.ts'

export interface Block {
  readonly language: string
  readonly text: string
  /** The output, if it is a block of commands. */
  readonly output: string
}

const MAIN = root('dist/cli/main.js')
const BOUNDARY = '=== block'

/**
 * `here` is made, and is where the commands run; what they start is stopped again. `taken`: ports of the page where
 * something listens already, and where that is.
 */
export async function runPage(
  page: string,
  here: string,
  variables: Readonly<Record<string, string>>,
  taken: Readonly<Record<string, string>> = {},
): Promise<readonly Block[]> {
  const ports = [...new Set(page.match(/(?<=127\.0\.0\.1:)\d+/g) ?? [])]
  let script = page
  for (const port of ports) script = script.replaceAll(port, taken[port] ?? String(await freePort()))
  const blocks = [...script.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }))
  mkdirSync(here, { recursive: true })
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text)
  try {
    const outputs = runInShell(commands, here, {
      LECTERN_WORKERS: '1',
      LECTERN_PORT: /127\.0\.0\.1:(\d+)/.exec(script)?.[1] ?? '0',
      ...variables,
    })
    return blocks.map(({ language, text }) => ({
      language,
      text,
      output: language === 'sh' ? (outputs[commands.indexOf(text)] ?? '') : '',
    }))
  } finally {
    stopAll(join(here, 'pids'))
  }
}

function runInShell(commands: readonly string[], here: string, variables: NodeJS.ProcessEnv): readonly string[] {
  const script = commands.map((text) => `echo '${BOUNDARY}'\n${text}`).join('')
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    // Bash takes a socket for a login from elsewhere.
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: here,
    encoding: 'utf8',
    // Against hangs alone: a busy machine takes minutes.
    timeout: 280_000,
    env: { PATH: [makeCommands(here), process.env.PATH].join(delimiter), ...variables },
  })
  if (status !== 0) throw new Error(`ended with ${status}: ${stdout}${stderr}`)
  return stdout.split(`${BOUNDARY}\n`).slice(1)
}

/**
 * Stand-ins for what is not ours: `npm` has nothing to install, `npx` runs what is installed, and `curl` is that of the
 * machine, or fetches where it has none. `lectern serve` goes on in the background once it listens.
 */
function makeCommands(here: string): string {
  const bin = join(here, 'bin')
  mkdirSync(bin)
  for (const [name, text] of Object.entries({ npm: NPM, npx: NPX, curl: curlHere(), lectern: lecternIn(here) })) {
    writeFileSync(join(bin, name), text)
    chmodSync(join(bin, name), 0o755)
  }
  return bin
}

const NPM = '#!/bin/sh\n'
const NPX = '#!/bin/sh\nexec "$@"\n'

/** It ends each body with a line break, since two commands may follow one another. */
function curlHere(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const curl = folders.map((folder) => join(folder, 'curl')).find((file) => existsSync(file))
  return curl === undefined ? FETCHING : `#!/bin/sh\nexec "${curl}" --silent --show-error --write-out '\\n' "$@"\n`
}

const FETCHING = `#!/usr/bin/env node
const words = process.argv.slice(2)
const headers = {}
let [url, body] = ['', undefined]
while (words.length > 0) {
  const word = words.shift()
  if (word === '-H') {
    const [, name, value] = /^(.*?): (.*)$/.exec(words.shift())
    headers[name] = value
  } else if (word === '-d') body = words.shift()
  else if (!word.startsWith('-')) url = word
}
const response = await fetch(url, { method: body === undefined ? 'GET' : 'POST', headers, body })
console.log(await response.text())
`

const lecternIn = (here: string) => `#!/bin/bash
if [ "$1" != serve ]; then exec "${process.execPath}" "${MAIN}" "$@"; fi
log=$(mktemp -p "${here}")
"${process.execPath}" "${MAIN}" "$@" > "$log" 2>&1 &
echo $! >> "${here}/pids"
for _ in $(seq 500); do
  if grep -q 'Stop with' "$log"; then exit; fi
  kill -0 $! || break
  sleep 0.1
done
cat "$log" >&2
exit 1
`

function stopAll(file: string): void {
  if (!existsSync(file)) return
  for (const pid of readFileSync(file, 'utf8').trim().split('\n')) {
    try {
      process.kill(Number(pid), 'SIGTERM')
    } catch {
      // It has ended by itself, which the commands after it have noticed.
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
