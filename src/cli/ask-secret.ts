/** A question whose answer is not shown. */

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export async function askSecret(question: string): Promise<string | null> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return null
  process.stderr.write(question)
  // Readline echoes what is typed to its output, which is therefore nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  // Ctrl+C and Ctrl+D end the program as they would anywhere else.
  lines.on('close', () => process.stderr.write('\n'))
  lines.on('SIGINT', () => process.exit(130))
  try {
    return await lines.question('')
  } finally {
    lines.close()
  }
}
