/** Reads a short text from standard input. */

import type { Readable } from 'node:stream'

/** Longer than any password. */
const MOST = 4096

export async function readInput(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > MOST || text.includes('\n')) break
  }
  return text
}
