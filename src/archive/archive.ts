/** An export archive: named parts, one after the other, read as often as needed. */

import { ProjectError } from '../config/problem.ts'

export interface Archive {
  /** For people: the file as it was named. */
  readonly name: string
  /** Bytes on the disk. */
  readonly size: number
  /** A part must be read, or skipped, before the next one is requested. */
  parts(onRead?: OnRead): AsyncIterable<Part>
}

/** Called with the number of bytes read from the disk since the last call. */
export type OnRead = (bytes: number) => void

export interface Part {
  /** With slashes, from the top of the archive: `entities/entities_00001.jsonl`. */
  readonly path: string
  readonly content: AsyncIterable<Uint8Array>
}

/** `place` is a part, perhaps with a line. */
export function archiveError(archive: string, place: string | null, message: string): ProjectError {
  return new ProjectError([{ file: archive, path: place, message }])
}
