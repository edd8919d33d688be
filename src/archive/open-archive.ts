/** Opens a file or folder as an archive, or throws an error that says why it cannot be read. */

import { existsSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Archive, archiveError } from './archive.ts'
import { folderArchive } from './folder-archive.ts'
import { BEGINNING, findLayers, type Unreadable } from './layers.ts'
import { refuseToReadStream } from './no-stream.ts'
import { tarArchive } from './tar-archive.ts'

export async function openArchive(path: string, key: string | null): Promise<Archive> {
  refuseToReadStream(path)
  if (!existsSync(path)) throw archiveError(path, null, 'There is no such file; name an export archive.')
  const found = statSync(path)
  if (found.isDirectory()) {
    if (existsSync(join(path, METADATA))) return folderArchive(path)
    throw archiveError(path, null, `This folder is not an export: it has no ${METADATA} in it.`)
  }
  const layers = findLayers(path, await beginningOf(path), key)
  if (typeof layers === 'string') throw archiveError(path, null, SENTENCES[layers])
  return tarArchive({ file: path, size: found.size, layers })
}

/** The last part of an archive: without it, the export is incomplete. */
export const METADATA = 'metadata.json'

const SENTENCES: Readonly<Record<Unreadable, string>> = {
  'key missing': 'This archive is encrypted; give the key that it was exported with: --key KEY.',
  'key wrong': 'This archive was not encrypted with the given key; give the one that it was exported with.',
  'no archive':
    'This is not an export archive: its content is neither tar nor gzip. An encrypted archive ends in .enc and needs its key: --key KEY.',
}

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING), 0, BEGINNING, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
