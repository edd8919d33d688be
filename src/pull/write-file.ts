/** A file that is replaced when the new one is complete. */

import { open, realpath, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createTemporaryFolder, syncFolder } from '../archive/temporary-folder.ts'
import { CannotPull } from './cannot-pull.ts'

/** Keeps the permissions of the old file. */
export async function writeFile(file: string, texts: AsyncIterable<string>): Promise<void> {
  const target = await realpath(file).catch(() => file)
  const before = await stat(target).catch(() => null)
  if (before !== null && !before.isFile()) throw new CannotPull(`${file} is not a file.`)
  const folder = dirname(target)
  const temporary = await createTemporaryFolder(folder, '.lectern-pull-').catch((error: Error) => {
    throw new CannotPull(`Cannot write to ${folder}: ${error.message}`)
  })
  try {
    const part = join(temporary.path, 'part')
    await fill(part, texts, before?.mode)
    await rename(part, target)
    await syncFolder(folder)
  } finally {
    await temporary.remove()
  }
}

async function fill(part: string, texts: AsyncIterable<string>, mode: number | undefined): Promise<void> {
  const handle = await open(part, 'wx', mode)
  try {
    if (mode !== undefined) await handle.chmod(mode & 0o777)
    for await (const text of texts) await handle.appendFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
