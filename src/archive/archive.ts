/** An export archive: named parts in sequence. They can be read several times. */

import { ProjectError } from '../config/problem.ts'

export interface Archive {
  /** The file name as the user wrote it, for messages. */
  readonly name: string
  /** Bytes on the disk. */
  readonly size: number
  /** A part must be read, or skipped, before the next one is requested. */
  parts(onRead?: OnRead): AsyncIterable<Part>
}

/** Called with the number of bytes read from the disk since the last call. */
export type OnRead = (bytes: number) => void

export interface Part {
  /** The path in the archive, with slashes: `entities/entities_00001.jsonl`. */
  readonly path: string
  readonly content: AsyncIterable<Uint8Array>
}

/** `place`: the path of a part, perhaps with a line number. */
export function archiveError(archive: string, place: string | null, message: string): ProjectError {
  return new ProjectError([{ file: archive, path: place, message }])
}
