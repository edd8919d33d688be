/** Uploads to the media library. */

import type { CallOptions } from './answers.ts'
import type { Json } from './json.ts'
import { send, type Transport } from './send.ts'
import type { FileFormat } from './values.ts'

export interface FileInfo {
  readonly name?: string | undefined
  readonly alternativeText?: string | undefined
  readonly caption?: string | undefined
  /** The point that stays visible when an image is cropped, in percent from the left and from the top. */
  readonly focalPoint?: { readonly x: number; readonly y: number } | undefined
}

export interface UploadOptions extends CallOptions {
  /** Information about the file; for several files a list in the same order. */
  readonly fileInfo?: FileInfo | readonly FileInfo[] | undefined
  /** The content type of the entry that gets the files: `api::article.article`. */
  readonly ref?: string | undefined
  /** The `id` of that entry. */
  readonly refId?: number | string | undefined
  /** The media attribute of that entry. */
  readonly field?: string | undefined
}

/** A file in the media library. */
export interface UploadedFile {
  id: number
  documentId: string
  name: string
  alternativeText: string | null
  caption: string | null
  focalPoint?: Json
  width: number | null
  height: number | null
  /** Smaller versions of an image by name: `small`. */
  formats: { [name: string]: FileFormat } | null
  hash: string
  ext: string | null
  mime: string
  /** In kB (1,000 bytes). */
  size: number
  url: string
  previewUrl: string | null
  provider: string
  provider_metadata: Json
  createdAt: string
  updatedAt: string
  publishedAt: string | null
}

/** One file, a list of files, or the `files` of an `<input type="file">`, which is not an array. */
export type Uploads = Blob | ArrayLike<Blob>

export async function upload(to: Transport, files: Uploads, options: UploadOptions = {}) {
  const { fileInfo, ref, refId, field } = options
  const form = new FormData()
  for (const file of listOf(files)) form.append('files', file)
  if (fileInfo !== undefined) form.append('fileInfo', JSON.stringify(fileInfo))
  for (const [name, value] of Object.entries({ ref, refId, field })) {
    if (value !== undefined) form.append(name, String(value))
  }
  return (await send({ method: 'POST', path: 'upload', body: form, options }, to)) as UploadedFile[]
}

/** `append` would send anything else as a text, without an error. */
function listOf(files: Uploads): readonly Blob[] {
  const list = typeof files === 'object' && files !== null && 'length' in files ? Array.from(files) : [files]
  if (list.every((file) => file instanceof Blob)) return list
  throw new TypeError('upload takes a File or a Blob, or a list of them')
}
