import { isUtf8 } from 'node:buffer'

/** A message if the bytes of a text file are not UTF-8; otherwise null. */
export function encodingProblem(bytes: Uint8Array): string | null {
  return isUtf8(bytes) ? null : 'This file is not in UTF-8, so letters such as ä are read wrongly. Save it as UTF-8.'
}
