/** An image file → its size, and smaller versions of it. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { default as MakeSharp, Sharp, SharpOptions } from 'sharp'
import type { UploadSettings } from '../config/settings.ts'
import { makeFolder } from '../files/make-folder.ts'
import { hasTooManyFrames } from './count-frames.ts'
import { hasTooManyScans } from './count-scans.ts'
import { hasTooMuchText } from './measure-texts.ts'
import { type ImageKind, sniffImage } from './sniff-image.ts'

export interface ImageFacts {
  /** The width as displayed, after the rotation that cameras record. */
  readonly width: number
  readonly height: number
  readonly versions: readonly ImageVersion[]
}

export interface ImageVersion {
  readonly format: string
  readonly path: string
  readonly width: number
  readonly height: number
  readonly bytes: number
}

interface Box {
  readonly format: string
  readonly width: number
  readonly height: number
}

const THUMBNAIL: Box = { format: 'thumbnail', width: 245, height: 156 }

/**
 * The cost of a pixel, relative to a format that is fully unpacked. A JPEG is scaled down while it is read; a progressive
 * one too, but it is first held in memory as a whole, with 6 bytes a pixel.
 */
const COST_OF_JPEG = 0.25
const COST_OF_PROGRESSIVE_JPEG = 0.5

const MOST_SECONDS = 20

/** Pixels of a side, as of the longest JPEG: twenty million lines of one pixel each are few pixels, but take many seconds. */
const LONGEST_SIDE = 65_535

const OPTIONS: SharpOptions = { limitInputPixels: false, failOn: 'error', pages: 1, autoOrient: true }

/** Writing AVIF takes many seconds. */
const WITHOUT_VERSIONS: readonly ImageKind[] = ['avif']

/** Null for other files, broken images and images that are too large: they are stored as plain files. */
export async function examineImage(
  path: string,
  folder: string,
  { breakpoints, pixelLimit }: Pick<UploadSettings, 'breakpoints' | 'pixelLimit'>,
): Promise<ImageFacts | null> {
  const kind = await sniffImage(path)
  if (kind === null || (await hasTooManyFrames(path, kind))) return null
  if (kind === 'png' && (await hasTooMuchText(path))) return null
  if (kind === 'jpeg' && (await hasTooManyScans(path))) return null
  // Loaded when it is needed: most servers only read.
  const { default: sharp } = await import('sharp')
  // The other cores are for requests.
  sharp.concurrency(1)
  const open = () => sharp(path, OPTIONS).timeout({ seconds: MOST_SECONDS })
  try {
    const { autoOrient: size, width, height, isProgressive } = await open().metadata()
    // A small file can unpack to any size: one that is too large is not unpacked at all.
    if (width * height * costOf(kind, isProgressive) > pixelLimit || Math.max(width, height) > LONGEST_SIDE) return null
    const boxes = WITHOUT_VERSIONS.includes(kind) ? [] : boxesWithin(size, breakpoints)
    // The header alone does not show whether an image is complete.
    if (boxes.length === 0) await open().stats()
    return { ...size, versions: await makeVersions(sharp, open(), { kind, boxes, folder }) }
  } catch (error) {
    // An error of the disk does not mean that the image is broken.
    if (error instanceof Error && 'syscall' in error) throw error
    return null
  }
}

function costOf(kind: ImageKind, isProgressive: boolean): number {
  if (kind !== 'jpeg') return 1
  return isProgressive ? COST_OF_PROGRESSIVE_JPEG : COST_OF_JPEG
}

interface WantedVersions {
  readonly kind: ImageKind
  readonly boxes: readonly Box[]
  readonly folder: string
}

/** The image is decoded once, for the largest version; the others are made from that one. */
async function makeVersions(
  sharp: typeof MakeSharp,
  image: Sharp,
  { kind, boxes, folder }: WantedVersions,
): Promise<readonly ImageVersion[]> {
  const largest = boxes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0]
  if (largest === undefined) return []
  const { data, info } = await image.resize(within(largest)).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const versions: ImageVersion[] = []
  for (const box of boxes) {
    versions.push(await makeVersion(sharp(data, { raw: { width, height, channels } }), kind, box, folder))
  }
  return versions
}

/** No version is larger than the image itself. */
function boxesWithin(size: Omit<Box, 'format'>, breakpoints: ReadonlyMap<string, number>): readonly Box[] {
  const responsive = [...breakpoints].map(([format, edge]) => ({ format, width: edge, height: edge }))
  return [THUMBNAIL, ...responsive].filter(({ width, height }) => size.width > width || size.height > height)
}

async function makeVersion(image: Sharp, kind: ImageKind, box: Box, folder: string): Promise<ImageVersion> {
  makeFolder(folder)
  const { format } = box
  const path = join(folder, format)
  const { data, info } = await image.resize(within(box)).toFormat(kind).toBuffer({ resolveWithObject: true })
  await writeFile(path, data, { flush: true })
  return { format, path, width: info.width, height: info.height, bytes: data.length }
}

const within = ({ width, height }: Box) => ({ width, height, fit: 'inside', withoutEnlargement: true }) as const
