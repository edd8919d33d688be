/** Compares archive and project, type by type: differences that the entries themselves do not show. */

import type { SchemaRecord } from '../archive/records.ts'
import { isRecord } from '../config/project-config.ts'
import type { ContentType, Schema } from '../schema/schema.ts'
import type { CountedDifference, Differences } from './differences.ts'
import type { SeveralFiles } from './several-files.ts'

export interface Comparable {
  readonly entities: ReadonlyMap<string, number>
  readonly usedComponents: ReadonlySet<string>
  readonly severalFiles: Pick<SeveralFiles, 'fields'>
  readonly schemas: ReadonlyMap<string, SchemaRecord>
  readonly differences: Differences
}

/** Only what is in use counts. */
export function compareModels(found: Comparable, schema: Schema): void {
  for (const record of found.schemas.values()) {
    const type = schema.contentTypes.get(record.uid)
    if (type !== undefined && found.entities.has(record.uid)) compareOptions(record, type, found.differences)
    compareComponents(record, schema, found)
  }
  compareFiles(found)
}

function compareOptions(record: SchemaRecord, type: ContentType, { add }: Differences): void {
  const report = (option: string, inArchive: boolean) =>
    add({
      kind: 'different',
      type: type.uid,
      attribute: null,
      message: `${option} is ${inArchive ? 'on' : 'off'} in the archive and ${inArchive ? 'off' : 'on'} in the project.`,
    })
  const drafts = record.options.draftAndPublish === true
  if (drafts !== type.draftAndPublish) report('draftAndPublish', drafts)
  const i18n = record.pluginOptions.i18n
  const localized = isRecord(i18n) && i18n.localized === true
  if (localized !== type.localized) report('i18n.localized', localized)
}

/** A component inside an entry does not say which one it is. */
function compareComponents({ uid, attributes }: SchemaRecord, schema: Schema, found: Comparable): void {
  const model = schema.contentTypes.get(uid) ?? schema.components.get(uid)
  for (const [name, { component }] of Object.entries(attributes)) {
    const attribute = model?.attributes.get(name)
    if (attribute?.kind !== 'component' || !found.usedComponents.has(`${uid}.${name}`)) continue
    if (component === attribute.target) continue
    const message = `This is the component "${String(component)}" in the archive and "${attribute.target}" in the project.`
    found.differences.add({ kind: 'different', type: uid, attribute: name, message })
  }
}

/**
 * If the field is for one file in the archive as well, Strapi has kept files from when it was for many, and shows none of
 * them.
 */
function compareFiles({ severalFiles, schemas, differences }: Comparable): void {
  const message = 'The archive has several files here, the project one.'
  for (const [type, attribute] of severalFiles.fields()) {
    if (schemas.get(type)?.attributes[attribute]?.multiple !== true) continue
    differences.add({ kind: 'different', type, attribute, message })
  }
}

/** Strapi on SQLite keeps values when an attribute changes its type: no schema file fits these, so they can be left out. */
export function leftFromEarlierTypes(
  difference: CountedDifference,
  schemas: ReadonlyMap<string, SchemaRecord>,
): CountedDifference {
  const { type, attribute, unfit } = difference
  if (unfit === undefined || schemas.get(type)?.attributes[attribute ?? '']?.type !== unfit) return difference
  const message = difference.message.replace(/\.$/, ', which it is in the archive too: --ignore-missing leaves it out.')
  return { ...difference, kind: 'missing', message }
}
