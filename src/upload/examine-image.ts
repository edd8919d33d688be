/** An image file → its size, and smaller versions of it. */

import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp, SharpOptions } from 'sharp'
import { type ImageKind, sniffImage } from './sniff-image.ts'

export interface ImageFacts {
  /** As it is shown: cameras note which side is up. */
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

/** A small file can unpack to any size. An image above this is kept, but not looked into. */
export const MOST_PIXELS = 100_000_000
const MOST_SECONDS = 30

const OPTIONS: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1, autoOrient: true }

/** Writing AVIF takes many seconds. */
const WITHOUT_VERSIONS: readonly ImageKind[] = ['avif']

/** Null for what is no image, or a broken one, or too large: a file like any other. */
export async function examineImage(
  path: string,
  folder: string,
  breakpoints: ReadonlyMap<string, number>,
): Promise<ImageFacts | null> {
  const kind = await sniffImage(path)
  if (kind === null) return null
  // Loaded when it is needed: most servers only read.
  const { default: sharp } = await import('sharp')
  const open = () => sharp(path, OPTIONS).timeout({ seconds: MOST_SECONDS })
  try {
    const { autoOrient: size } = await open().metadata()
    const boxes = WITHOUT_VERSIONS.includes(kind) ? [] : boxesWithin(size, breakpoints)
    // Its head alone does not tell that an image is whole.
    if (boxes.length === 0) await open().stats()
    const versions: ImageVersion[] = []
    for (const box of boxes) versions.push(await makeVersion(open(), kind, box, folder))
    return { ...size, versions }
  } catch {
    return null
  }
}

/** No version is larger than the image itself. */
function boxesWithin(size: Omit<Box, 'format'>, breakpoints: ReadonlyMap<string, number>): readonly Box[] {
  const responsive = [...breakpoints].map(([format, edge]) => ({ format, width: edge, height: edge }))
  return [THUMBNAIL, ...responsive].filter(({ width, height }) => size.width > width || size.height > height)
}

async function makeVersion(
  image: Sharp,
  kind: ImageKind,
  { format, ...box }: Box,
  folder: string,
): Promise<ImageVersion> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, format)
  const { width, height } = await image
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .toFormat(kind)
    .toFile(path)
  const { size: bytes } = await stat(path)
  return { format, path, width, height, bytes }
}
