/**
 * Detects the image format of a file by its first bytes. Only these formats are passed to the image library, whatever the
 * file's name: SVG, PDF and others that it can read may contain code.
 */

import { open } from 'node:fs/promises'

export type ImageKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif'

const HEAD = 16

export async function sniffImage(path: string): Promise<ImageKind | null> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return imageKind(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}

function imageKind(head: Buffer): ImageKind | null {
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff'
  return /^ftypavi[fs]$/.test(text.slice(4, 12)) ? 'avif' : null
}
