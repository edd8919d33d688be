/** TypeScript settings that were changed after the build: what the build made of them is read, and the change has no effect. */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Notice } from '../config/notice.ts'
import type { ConfigFile } from '../config/project-config.ts'

/** The value of a file, by its path in the project. */
export type Evaluate = (file: string) => Promise<unknown>

/** Times alone prove little: copying a project may give its files new ones, in any order. */
export async function changedAfterBuild(
  { file: built, value }: ConfigFile,
  folder: string,
  evaluate: Evaluate,
): Promise<readonly Notice[]> {
  const [, name] = /^dist[\\/](.+)\.js$/.exec(built) ?? []
  if (name === undefined) return []
  const source = `${name}.ts`
  try {
    if (changedAt(join(folder, source)) <= changedAt(join(folder, built))) return []
    if (JSON.stringify(await evaluate(source)) === JSON.stringify(value)) return []
  } catch {
    // It needs something that is not here, or is gone: then there is only the build.
    return []
  }
  const message = `This file was changed after the build, and ${built} is read instead: build the project again, or delete dist.`
  return [{ about: 'suspect', model: null, file: source, path: null, message }]
}

function changedAt(file: string): number {
  return statSync(file).mtimeMs
}
