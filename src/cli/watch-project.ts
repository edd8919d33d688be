/**
 * Reports changes in the files of a project that the server reads at startup. It polls them: in Node 20 to 24 on Linux,
 * `fs.watch` misses files that an editor replaces, and changes from outside a container.
 */

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Watcher } from './context.ts'

const FOLDERS = ['src', 'config']
const READ_AT_STARTUP = /\.(json|[cm]?js|[cm]?ts)$/

/** Milliseconds between two checks. */
const PAUSE_MS = 300
/** Checks take at most a tenth of the time, however many files there are. */
const PAUSE_FACTOR = 9

/** By path relative to the project: a text that changes whenever the file is written or replaced. */
type Stamps = ReadonlyMap<string, string>

export function watchProject(project: string): Watcher {
  let timer: NodeJS.Timeout | undefined
  let known = stampsOf(project)

  function later(work: (now: Stamps) => void, pause = PAUSE_MS): void {
    timer = setTimeout(() => {
      const begun = performance.now()
      const now = stampsOf(project)
      const next = Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - begun))
      if (firstChange(known, now) === null) later(work, next)
      else work(now)
    }, pause)
  }

  /**
   * Waits until nothing changes any more: editors write a file in several steps, and people save several files at once.
   */
  function whenSettled(seen: Stamps, settled: () => void): void {
    known = seen
    timer = setTimeout(() => {
      const now = stampsOf(project)
      if (firstChange(seen, now) === null) settled()
      else whenSettled(now, settled)
    }, PAUSE_MS)
  }

  return {
    next: () =>
      new Promise((resolve) => {
        later((now) => {
          const file = firstChange(known, now) ?? ''
          whenSettled(now, () => resolve(file))
        })
      }),
    close: () => clearTimeout(timer),
  }
}

/** The first file that was written, added or deleted; null if there is none. */
function firstChange(before: Stamps, now: Stamps): string | null {
  for (const [file, stamp] of now) if (before.get(file) !== stamp) return file
  for (const file of before.keys()) if (!now.has(file)) return file
  return null
}

function stampsOf(project: string): Stamps {
  return new Map(FOLDERS.flatMap((folder) => stampsIn(project, folder)))
}

function stampsIn(project: string, folder: string): readonly (readonly [string, string])[] {
  return unlessGone(() => readdirSync(join(project, folder), { withFileTypes: true }), []).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : stampsIn(project, path)
    if (!READ_AT_STARTUP.test(entry.name)) return []
    const stamp = unlessGone(() => stampOf(join(project, path)), null)
    return stamp === null ? [] : [[path, stamp] as const]
  })
}

function stampOf(file: string): string {
  const { ino, size, mtimeMs, ctimeMs } = statSync(file)
  return [ino, size, mtimeMs, ctimeMs].join(' ')
}

/** Files may disappear during the check. */
function unlessGone<Found, Other>(read: () => Found, otherwise: Other): Found | Other {
  try {
    return read()
  } catch {
    return otherwise
  }
}
