/** Asks a question without showing what is typed. */

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { INTERRUPTED } from './stop.ts'

export async function askSecret(question: string): Promise<string | null> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return null
  process.stderr.write(question)
  // Readline echoes typed characters to its output, so that is discarded.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  const typed = await new Promise<string | null>((resolve) => {
    lines.once('line', resolve)
    // Ctrl+C or Ctrl+D: there will be no answer.
    lines.once('close', () => resolve(null))
  })
  lines.close()
  process.stderr.write('\n')
  return typed ?? process.exit(INTERRUPTED)
}
