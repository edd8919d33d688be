/** Writes below HTTP, each step a transaction of its own, and what each of them sends to the database. */

import { storeOn, writerOf } from '../../src/answer/answer-write.ts'
import type { App } from '../../src/answer/app.ts'
import { closeApp, openApp } from '../../src/open/open-app.ts'
import type { Store } from '../../src/store/store.ts'
import type { Site } from './site.ts'

export interface Sent {
  readonly texts: readonly string[]
  /** How often nothing was under way when a statement was sent. */
  readonly trips: number
}

type Step = (write: (store: Store) => Promise<void>) => Promise<Sent>

export async function withSteps<T>(site: Site, work: (step: Step, app: App) => Promise<T>): Promise<T> {
  const { app } = await openApp({ project: site.folder, database: site.database, env: {} }, () => {})
  const step: Step = async (write) => {
    const texts: string[] = []
    let underWay = 0
    let trips = 0
    await writerOf(app).transaction(async (run) => {
      const counted: typeof run = (statement) => {
        texts.push(statement.text)
        if (underWay === 0) trips += 1
        underWay += 1
        return run(statement).finally(() => {
          underWay -= 1
        })
      }
      await write(storeOn(counted, app, null))
    })
    return { texts, trips }
  }
  try {
    return await work(step, app)
  } finally {
    await closeApp(app)
  }
}
