/** Creates the database of a new project with the entries of the starter, which the public role may read. */

import { ALL_RIGHTS } from '../access/caller.ts'
import { storeOn, writerOf } from '../answer/answer-write.ts'
import type { App } from '../answer/app.ts'
import { closeApp, openApp } from '../open/open-app.ts'
import { STARTER_CONTENT, type StarterEntries } from '../starter/starter-content.ts'
import { createDocument, publishWritten } from '../store/documents/documents.ts'
import type { Store } from '../store/store.ts'
import { validateDocument } from '../validate/validate-document.ts'
import { openPeople } from './open-people.ts'

/** Uses the new project's own database, ignoring the environment, so that a database in use is never filled. */
export async function fillStarter(project: string): Promise<void> {
  const own = { project, env: {} }
  const { app } = await openApp({ ...own, migrate: true }, () => {})
  try {
    const defaultLocale = await app.stored.defaultLocale()
    await writerOf(app).transaction(async (run) => {
      const store = storeOn(run, app, defaultLocale)
      for (const entries of STARTER_CONTENT) await writeEntries(entries, store, app)
    })
  } finally {
    await closeApp(app)
  }
  const people = await openPeople(own, false)
  const actions = STARTER_CONTENT.flatMap(({ type }) => [`${type}.find`, `${type}.findOne`])
  await people.allow('public', actions).finally(() => people.close())
}

async function writeEntries({ type: uid, entries }: StarterEntries, store: Store, app: App): Promise<void> {
  const type = app.schema.contentTypes.get(uid)
  if (type === undefined) throw new Error(`the starter has no content type ${uid}`)
  const { strictRelations } = app.settings
  const view = { schema: app.schema, caller: ALL_RIGHTS }
  for (const data of entries) {
    const input = await validateDocument({ body: data, type, view, mode: 'create', draft: false, strictRelations })
    const place = { type, documentId: store.newDocumentId(), locale: type.localized ? store.defaultLocale : null }
    await createDocument(store, place, input)
    await publishWritten(store, place)
  }
}
