import { copyFileSync } from 'node:fs'
import { answer } from '../../src/answer/answer.ts'
import { openApp } from '../../src/open/open-app.ts'
import type { Statement } from '../../src/sql/statement.ts'
import type { Measurement } from '../load/load.ts'
import { lecternProject } from '../peers/lectern-project.ts'
import { fromRoot } from '../project-root.ts'

/** The statement of a request, one after the other on one connection, without HTTP and without a pipeline. */
export type DatabaseAlone = {
  measure(path: string, seconds: number): Promise<Measurement>
  stop(): Promise<void>
}

export const openDatabaseAlone = async (database: string): Promise<DatabaseAlone> => {
  // Lectern reads its version from package.json, relative to its sources: the compiled ones need a copy.
  copyFileSync(fromRoot('package.json'), fromRoot('bench', 'dist', 'package.json'))
  const { app } = await openApp({ project: lecternProject({ warm: false }), database, profile: 'strapi' }, () => {})

  const statementFor = async (url: string): Promise<Statement> => {
    const seen: Statement[] = []
    const listening = {
      ...app.database,
      run: (statement: Statement) => {
        seen.push(statement)
        return app.database.run(statement)
      },
      read: (statement: Statement) => {
        seen.push(statement)
        return app.database.read(statement)
      },
    }
    await answer({ method: 'GET', url, headers: {} }, { ...app, database: listening })
    const last = seen.at(-1)
    if (last === undefined) throw new Error(`${url} was answered without a statement.`)
    return last
  }

  return {
    measure: async (path, seconds) => {
      const statement = await statementFor(path)
      const times: number[] = []
      const started = performance.now()
      while (performance.now() - started < seconds * 1000) {
        const began = performance.now()
        await app.database.run(statement)
        times.push(performance.now() - began)
      }
      const elapsed = (performance.now() - started) / 1000
      const sorted = times.toSorted((one, other) => one - other)
      const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
      return { requests: times.length, requestsPerSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) }
    },
    stop: async () => {
      await app.writer?.close()
      await app.database.close()
    },
  }
}
