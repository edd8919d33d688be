/** A received file → the values of its row, and where its files go. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { examineImage, type ImageVersion } from './examine-image.ts'
import type { Wanted } from './fair-queue.ts'
import { type FileInfo, valuesOf } from './file-info.ts'
import { chooseExtension, newHash, shownName } from './file-names.ts'
import type { FileValues } from './file-rows.ts'
import { extensionOf, mediaTypeOf } from './media-types.ts'
import type { ReceivedFile } from './receive-upload.ts'
import { refuseType } from './refuse-type.ts'
import { sniffImage } from './sniff-image.ts'
import type { Move } from './undoable-moves.ts'
import type { Uploads } from './uploads.ts'

export interface DescribedFile {
  readonly values: FileValues
  readonly moves: readonly Move[]
}

/** The name that a file is stored under. */
interface StoredName {
  readonly hash: string
  readonly ext: string
}

export interface FileToDescribe {
  readonly file: ReceivedFile
  readonly info: FileInfo
  /** The name of the file that this one replaces, so that its URL stays valid. */
  readonly replaced: StoredName | null
  /** The caller, for the fair queue. */
  readonly wanted: Wanted
}

export async function describeFile(
  uploads: Uploads,
  { file, info, replaced, wanted }: FileToDescribe,
): Promise<DescribedFile> {
  const name = info.name ?? shownName(file.name)
  const { hash, ext } = replaced ?? newName(uploads.folder, name, await extensionFor(file))
  const mime = mediaTypeOf(ext)
  await refuseType(file, mime, uploads)
  const versionsFolder = `${file.path}-versions`
  const image = await uploads.imageQueue(wanted, () => examineImage(file.path, versionsFolder, uploads))
  const versions = image?.versions ?? []
  const formats = versions.map((version) => [version.format, formatOf(version, { name, hash, ext, mime })] as const)
  const values: FileValues = {
    ...valuesOf(info),
    name,
    width: image?.width ?? null,
    height: image?.height ?? null,
    formats: formats.length === 0 ? null : JSON.stringify(Object.fromEntries(formats)),
    hash,
    ext,
    mime,
    size: kilobytes(file.size),
    url: urlOf(`${hash}${ext}`),
  }
  const moved = versions.map(({ path, format }) => ({ from: path, name: `${format}_${hash}${ext}` }))
  return { values, moves: [{ from: file.path, name: `${hash}${ext}` }, ...moved] }
}

/** An image whose name and type say nothing is known by its first bytes: browsers would save it instead of showing it. */
async function extensionFor(file: ReceivedFile): Promise<string> {
  const chosen = chooseExtension(shownName(file.name), file.claimedType)
  if (chosen !== '') return chosen
  const kind = await sniffImage(file.path)
  return kind === null ? '' : extensionOf(`image/${kind}`)
}

function newName(folder: string, name: string, ext: string): StoredName {
  const hash = newHash(name, ext)
  return existsSync(join(folder, `${hash}${ext}`)) ? newName(folder, name, ext) : { hash, ext }
}

function formatOf(
  { format, width, height, bytes }: ImageVersion,
  file: { readonly name: string; readonly hash: string; readonly ext: string; readonly mime: string },
) {
  const { name, hash, ext, mime } = file
  return {
    name: `${format}_${name}`,
    hash: `${format}_${hash}`,
    ext,
    mime,
    path: null,
    width,
    height,
    size: kilobytes(bytes),
    sizeInBytes: bytes,
    url: urlOf(`${format}_${hash}${ext}`),
  }
}

const urlOf = (name: string): string => `/uploads/${name}`

/** With two decimals. */
const kilobytes = (bytes: number): number => Math.round(bytes / 10) / 100
