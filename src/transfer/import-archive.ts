/** A surveyed archive into a database, inside one transaction. */

import type { Archive, OnRead } from '../archive/archive.ts'
import { type Handlers, readRecords } from '../archive/read-records.ts'
import { refusal } from '../config/problem.ts'
import type { Model } from '../schema/schema.ts'
import { deleteAll } from '../sql/write-rows.ts'
import { type CountedDifference, createDifferences } from './differences.ts'
import { createIds } from './ids.ts'
import { importConfiguration, WEBHOOKS } from './import-configuration.ts'
import { importLink } from './import-links.ts'
import { importRow } from './import-rows.ts'
import { isLeftOut } from './left-out.ts'
import { createLinkPlanner, isDifference } from './plan-link.ts'
import { planRow } from './plan-row.ts'
import { relocateFile } from './relocate-file.ts'
import { createRowWriter } from './row-writer.ts'
import type { Staging } from './staging.ts'
import type { Survey } from './survey.ts'
import { contentIn, type Target, wipe } from './target.ts'
import { countUnsigned, giveWebhookKeys, readWebhookKeys } from './webhook-keys.ts'

export interface Import {
  readonly archive: Archive
  readonly survey: Survey
  readonly target: Target
  readonly staging: Staging
  /** Whether existing content is deleted first. */
  readonly replace: boolean
  readonly onRead: OnRead
}

/** Counts of what was written, and what was left out. */
export interface ImportCounts {
  /** By type, components aside. */
  readonly entries: ReadonlyMap<string, number>
  readonly components: number
  readonly links: number
  readonly files: number
  readonly settings: number
  /** Links with an end that is not in the archive. */
  readonly danglingLinks: number
  /** Settings and webhooks that cannot be stored. */
  readonly leftSettings: number
  /** Webhooks without a secret, which archives do not contain. */
  readonly unsignedWebhooks: number
  /** Parts of the archive that the project cannot store. */
  readonly leftOut: readonly CountedDifference[]
}

export async function importArchive(work: Import): Promise<ImportCounts> {
  const { target, survey } = work
  if (!work.replace) await refuseContent(target)
  await wipe(target, (uid) => survey.entities.has(uid))
  const webhookKeys = work.replace ? await readWebhookKeys(target) : []
  if (work.replace && target.columns.has(WEBHOOKS)) await target.run(deleteAll(WEBHOOKS))
  const writer = createRowWriter(target.run, target.isOutage)
  const tally = createTally()
  const handlers = handlersFor(work, writer, tally)
  try {
    for (const pass of passesOf(survey, handlers)) {
      await readRecords(work.archive, pass, work.onRead)
      await writer.flush()
    }
  } finally {
    // The transaction must not end while a statement runs.
    await writer.settled()
  }
  for (const table of writer.tables()) {
    for (const statement of target.settle(table)) await target.run(statement)
  }
  await giveWebhookKeys(target, webhookKeys)
  return { ...tally.counts(), unsignedWebhooks: await countUnsigned(target) }
}

/** In one pass if the order of the archive allows it; otherwise links are read in a second pass. */
function passesOf({ inOrder }: Pick<Survey, 'inOrder'>, { entity, ...others }: Handlers): readonly Handlers[] {
  const entities: Handlers = entity === undefined ? {} : { entity }
  return inOrder ? [{ ...entities, ...others }] : [entities, others]
}

export async function refuseContent(target: Pick<Target, 'run' | 'schema' | 'tables' | 'columns'>): Promise<void> {
  const content = [...(await contentIn(target))]
  if (content.length === 0) return
  const shown = content.slice(0, 3).map(([uid, count]) => `${count} of ${uid}`)
  const list = [...shown, ...(content.length > 3 ? ['more'] : [])].join(', ')
  const message = `The database already has content (${list}); import into an empty one, or add --replace to delete all of it first.`
  throw refusal(message)
}

function handlersFor(work: Import, writer: ReturnType<typeof createRowWriter>, tally: Tally): Handlers {
  const { target, staging, survey } = work
  const ids = createIds(survey.highest)
  const keys = new Set<string>()
  const planLink = createLinkPlanner(target.schema)
  const planning = { schema: target.schema, room: target.room, report: tally.leaveOut }
  return {
    entity: async ({ type, id, data }, length) => {
      const model = target.schema.contentTypes.get(type)
      if (isLeftOut(type) || model === undefined) return tally.leaveOutEntry(type)
      writer.grow(length)
      await importRow(planRow(model, id, data, planning), { target, writer, ids, count: tally.row })
    },
    link: async (record) => {
      const plan = planLink(record)
      if (plan === 'redundant') return
      if (isDifference(plan)) return tally.leaveOut(plan)
      tally.link(await importLink(record, plan, { target, writer, ids }))
    },
    configuration: async (record) => {
      tally.setting(await importConfiguration(record, { target, writer, keys }))
    },
    asset: async (file, content) => {
      await staging.add(file, content)
      tally.file()
    },
    assetMetadata: (metadata) => relocateFile(metadata, { target, writer, ids }),
  }
}

type Tally = ReturnType<typeof createTally>

function createTally() {
  const entries = new Map<string, number>()
  const differences = createDifferences()
  const numbers = { components: 0, links: 0, files: 0, settings: 0, danglingLinks: 0, leftSettings: 0 }
  return {
    row: ({ uid, kind }: Model) => {
      if (kind === 'component') numbers.components += 1
      else entries.set(uid, (entries.get(uid) ?? 0) + 1)
    },
    link: (isWritten: boolean) => {
      numbers[isWritten ? 'links' : 'danglingLinks'] += 1
    },
    setting: (isWritten: boolean) => {
      numbers[isWritten ? 'settings' : 'leftSettings'] += 1
    },
    file: () => {
      numbers.files += 1
    },
    leaveOut: differences.add,
    leaveOutEntry: (type: string) =>
      differences.add({ kind: 'missing', type, attribute: null, message: 'Entries of this type cannot be imported.' }),
    counts: (): Omit<ImportCounts, 'unsignedWebhooks'> => ({ entries, ...numbers, leftOut: differences.list() }),
  }
}
