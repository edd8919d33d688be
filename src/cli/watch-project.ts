/** Tells when files of a project have changed that the server reads at startup. */

import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import type { Watcher } from './context.ts'

const FOLDERS = ['src', 'config']
const READ_AT_STARTUP = /\.(json|[cm]?js|[cm]?ts)$/
/** Editors write a file in several steps, and people save several files at once. */
const SETTLED_MS = 200

export function watchProject(project: string): Watcher {
  let pending: string | null = null
  let timer: NodeJS.Timeout | undefined
  let notify: () => void = () => {}

  function note(file: string): void {
    pending ??= file
    clearTimeout(timer)
    timer = setTimeout(() => notify(), SETTLED_MS)
  }

  const watchers = FOLDERS.filter((folder) => existsSync(join(project, folder))).map((folder) =>
    watch(join(project, folder), { recursive: true }, (_, name) => {
      if (name !== null && READ_AT_STARTUP.test(name) && !name.includes('node_modules')) note(join(folder, name))
    }),
  )

  return {
    next: () =>
      new Promise((resolve) => {
        notify = () => {
          if (pending === null) return
          const file = pending
          pending = null
          resolve(file)
        }
        // Changed while the server was starting.
        if (pending !== null) timer = setTimeout(() => notify(), SETTLED_MS)
      }),
    close: () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
    },
  }
}
