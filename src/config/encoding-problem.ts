import { isUtf8 } from 'node:buffer'

/** A sentence about the bytes of a text file; null where they are UTF-8. */
export function encodingProblem(bytes: Uint8Array): string | null {
  return isUtf8(bytes) ? null : 'This file is not in UTF-8, so letters such as ä are read wrongly. Save it as UTF-8.'
}
