/**
 * Whether a JPEG has too many scans. Each scan is a pass over the whole image, and can be as short as a hundred bytes: a
 * file of half a megabyte took minutes. The time limit of the image library does not help, because it restarts with each
 * scan.
 */

import { type ReadAt, withFileReader } from './read-at.ts'

/** A progressive JPEG has about ten of them. */
export const MOST_SCANS = 100

/** Segments of any kind: an image has a few hundred at most. */
const MOST_SEGMENTS = 10_000

/** Bytes that are searched at a time. */
const CHUNK = 4 * 1024

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

export function hasTooManyScans(path: string): Promise<boolean> {
  return withFileReader(path, walkJpeg)
}

/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B: segments, and behind the head of each scan its data. */
async function walkJpeg(readAt: ReadAt): Promise<boolean> {
  let offset = 2
  for (let scans = 0, segments = 0; segments <= MOST_SEGMENTS; segments += 1) {
    const found = await nextSegment(readAt, offset)
    if (found === null || found.marker === END_OF_IMAGE) return false
    if (found.marker === START_OF_SCAN) scans += 1
    if (scans > MOST_SCANS) return true
    offset = found.end
  }
  return true
}

interface Segment {
  readonly marker: number
  readonly end: number
}

/** Bytes before the segment are data of a scan, or garbage, which decoders skip as well. */
async function nextSegment(readAt: ReadAt, from: number): Promise<Segment | null> {
  for (let offset = from; ; ) {
    const found = readAt(offset, CHUNK)
    const bytes = found instanceof Promise ? await found : found
    const segment = segmentIn(bytes)
    if (segment !== null) return { ...segment, end: offset + segment.end }
    if (bytes.length < CHUNK) return null
    // A marker and its length may be cut off at the end of these.
    offset += bytes.length - 3
  }
}

function segmentIn(bytes: Buffer): Segment | null {
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1] ?? 0
    if (marker === END_OF_IMAGE) return { marker, end: at + 2 }
    if (startsSegment(marker))
      return at + 4 > bytes.length ? null : { marker, end: at + 2 + bytes.readUInt16BE(at + 2) }
  }
  return null
}

/** 0 marks the byte before it as data, 0xff is filling, and restart marks stand inside the data of a scan. */
const startsSegment = (marker: number): boolean => marker > 0x01 && marker !== 0xff && (marker < 0xd0 || marker > 0xd8)
