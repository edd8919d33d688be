/** Reads a whole archive before anything is written: whether it is valid, whether it fits the project, what it holds. */

import { type Archive, archiveError, type OnRead } from '../archive/archive.ts'
import { METADATA } from '../archive/open-archive.ts'
import { type Handlers, readRecords } from '../archive/read-records.ts'
import type { SchemaRecord } from '../archive/records.ts'
import { isRecord } from '../config/project-config.ts'
import type { Schema } from '../schema/schema.ts'
import type { Room } from './column-room.ts'
import { compareModels, leftFromEarlierTypes } from './compare-models.ts'
import { type CountedDifference, createDifferences, type Differences } from './differences.ts'
import { createNumberSet, isUsable, type NumberSet } from './ids.ts'
import { isLeftOut } from './left-out.ts'
import { createLinkPlanner, isDifference } from './plan-link.ts'
import { type PlannedRow, planRow, type RowPlanning } from './plan-row.ts'
import { createSeveralFiles, type SeveralFiles } from './several-files.ts'

export interface Survey {
  /** Entries of each type of the project, as many as there are rows. */
  readonly entities: ReadonlyMap<string, number>
  /** The highest id of each type and component. */
  readonly highest: ReadonlyMap<string, number>
  readonly differences: readonly CountedDifference[]
  /** Whether what refers to entries comes after all of them, as it does in archives that were not repacked. */
  readonly inOrder: boolean
}

export async function survey(archive: Archive, schema: Schema, room: Room, onRead?: OnRead): Promise<Survey> {
  const found: SurveyNotes = {
    entities: new Map(),
    highest: new Map(),
    usedComponents: new Set(),
    severalFiles: createSeveralFiles(schema),
    schemas: new Map(),
    differences: createDifferences(),
    order: { referred: false, inOrder: true },
    records: { entities: 0, links: 0 },
    version: null,
  }
  await readRecords(archive, handlersFor({ found, schema, room, refuseRepeated: refuserOfRepeated(archive) }), onRead)
  refuseOthers(archive, found.version)
  refuseWithoutEntities(archive, found.records)
  compareModels(found, schema)
  const differences = found.differences.list().map((each) => leftFromEarlierTypes(each, found.schemas))
  return { ...found, differences, inOrder: found.order.inOrder }
}

interface SurveyNotes {
  readonly entities: Map<string, number>
  readonly highest: Map<string, number>
  /** `type.attribute` of components that are there. */
  readonly usedComponents: Set<string>
  readonly severalFiles: SeveralFiles
  readonly schemas: Map<string, SchemaRecord>
  readonly differences: Differences
  readonly order: { referred: boolean; inOrder: boolean }
  /** How many the archive has, also of types that the project does not have. */
  readonly records: { entities: number; links: number }
  /** Null until the last part of the archive was read. */
  version: string | null
}

interface Surveying extends Pick<RowPlanning, 'schema' | 'room'> {
  readonly found: SurveyNotes
  readonly refuseRepeated: RefuseRepeated
}

function handlersFor({ found, schema, room, refuseRepeated }: Surveying): Handlers {
  const refers = () => {
    found.order.referred = true
  }
  const planLink = createLinkPlanner(schema)
  return {
    schema: (record) => {
      if (schema.contentTypes.has(record.uid) || schema.components.has(record.uid))
        found.schemas.set(record.uid, record)
    },
    entity: ({ type, id, data }) => {
      found.records.entities += 1
      if (found.order.referred) found.order.inOrder = false
      const model = schema.contentTypes.get(type)
      if (model === undefined) {
        if (!isLeftOut(type)) found.differences.add(unknownType(type))
        return
      }
      refuseRepeated(type, id)
      found.entities.set(type, (found.entities.get(type) ?? 0) + 1)
      note(planRow(model, id, data, { schema, room, report: found.differences.add }), found)
    },
    link: (record) => {
      refers()
      found.records.links += 1
      const plan = planLink(record)
      if (isDifference(plan)) found.differences.add(plan)
      else if (plan !== 'redundant') found.severalFiles.note(record)
    },
    asset: refers,
    assetMetadata: refers,
    configuration: () => {},
    metadata: (value) => {
      const strapi = isRecord(value) && isRecord(value.strapi) ? value.strapi : {}
      found.version = String(strapi.version ?? '')
    },
  }
}

type RefuseRepeated = (type: string, id: number) => void

/** No export writes a row twice. With a new id the copy would be a second draft of its document, or a second public role. */
function refuserOfRepeated(archive: Archive): RefuseRepeated {
  const seen = new Map<string, NumberSet>()
  return (type, id) => {
    const ids = seen.get(type) ?? createNumberSet()
    seen.set(type, ids)
    if (!isUsable(id) || ids.add(id)) return
    const message = `This archive has the entry ${id} of ${type} twice. Was one archive appended to another? Export again.`
    throw archiveError(archive.name, null, message)
  }
}

function unknownType(type: string) {
  return { kind: 'missing', type, attribute: null, message: 'The project has no such type.' } as const
}

function note(row: PlannedRow, found: SurveyNotes): void {
  const { uid } = row.model
  if (row.id !== null && isUsable(row.id)) {
    found.highest.set(uid, Math.max(row.id, found.highest.get(uid) ?? 0))
  }
  for (const { attribute, rows } of row.components) {
    if (rows.length > 0) found.usedComponents.add(`${uid}.${attribute.name}`)
    for (const component of rows) note(component, found)
  }
}

function refuseOthers(archive: Archive, version: string | null): void {
  if (version === null) {
    throw archiveError(
      archive.name,
      null,
      `This archive has no ${METADATA}: it is not an export, or not a complete one.`,
    )
  }
  if (version.startsWith('4.')) {
    const message = `This is an export of Strapi ${version}; upgrade that project to Strapi 5 first, and export it again.`
    throw archiveError(archive.name, null, message)
  }
}

/** Importing it would replace all content by nothing. */
function refuseWithoutEntities(archive: Archive, { entities, links }: SurveyNotes['records']): void {
  if (entities > 0 || links === 0) return
  const message = 'This archive has links between entries, and no entries: a part of it is missing. Copy it again.'
  throw archiveError(archive.name, 'entities', message)
}
