/** One schema file → one model, without regard to the others. */

import { isRecord, recordAt } from '../config/project-config.ts'
import type { CustomFields } from './custom-fields.ts'
import { type AttributeContext, parseAttribute } from './parse-attribute.ts'
import { isReserved, isSystemAttribute } from './reserved-names.ts'
import type { Attribute, Component, ContentType } from './schema.ts'
import type { Report } from './schema-file.ts'
import { kebabCase } from './snake-case.ts'
import { attributesAfter, attributesBefore } from './system-attributes.ts'

/** The settings that bear on the model. */
export interface SchemaSettings {
  readonly privateAttributes: readonly string[]
  /** Types of custom fields, by UID. */
  readonly customFields: ReadonlyMap<string, string>
}

/** Functions that report problems of the current file. */
type Reports = Pick<AttributeContext, 'report' | 'leaveOut' | 'ignore'> & { readonly ignoreKey: Report }

export interface ParseContext {
  readonly settings: SchemaSettings
  readonly storedType: CustomFields['storedType']
  readonly reports: Reports
}

export type RawModel = Readonly<Record<string, unknown>>

export interface ModelSource {
  readonly uid: string
  readonly name: string
  readonly raw: RawModel
  /** Attributes whose column databases of some versions lack. */
  readonly optional: readonly string[]
  readonly hasRoutes: boolean
}

export function parseContentType(source: ModelSource, context: ParseContext): ContentType {
  const { raw, uid } = source
  const { report } = context.reports
  const options = recordAt(raw, 'options')
  const localized = recordAt(recordAt(raw, 'pluginOptions'), 'i18n').localized === true
  const populateCreatorFields = options.populateCreatorFields === true
  const isPrivate = privacyOf(options, context.settings)
  const singularName = infoName(raw, 'singularName', report) ?? source.name
  const collectionName = textAt(raw, 'collectionName') ?? singularName
  checkInfo(source, singularName, report)
  return {
    kind: readKind(raw, report),
    uid,
    modelName: singularName,
    singularName,
    pluralName: infoName(raw, 'pluralName', report) ?? '',
    collectionName,
    draftAndPublish: options.draftAndPublish === true,
    localized,
    hasRoutes: source.hasRoutes,
    source: raw,
    inert: new Set(),
    attributes: byName([
      ...attributesBefore(false),
      ...ownAttributes(source, collectionName, context, false),
      ...attributesAfter({ uid, localized, populateCreatorFields, isPrivate }),
    ]),
  }
}

export function parseComponent(source: ModelSource, context: ParseContext): Component {
  const named = textAt(source.raw, 'collectionName')
  if (named === null) {
    const example = `components_${source.uid.replace(/\W/g, '_')}`
    context.reports.report('collectionName', `A component must name its table, as in "collectionName": "${example}".`)
  }
  const collectionName = named ?? source.name
  return {
    kind: 'component',
    uid: source.uid,
    modelName: source.name,
    collectionName,
    attributes: byName([...attributesBefore(true), ...ownAttributes(source, collectionName, context, true)]),
    inert: new Set(),
    source: source.raw,
  }
}

function ownAttributes(
  source: ModelSource,
  collectionName: string,
  { settings, storedType, reports }: ParseContext,
  component: boolean,
): readonly Attribute[] {
  const isPrivate = privacyOf(recordAt(source.raw, 'options'), settings)
  const customFields = { configured: settings.customFields, storedType }
  const context = { ...reports, isPrivate, collectionName, customFields }
  return Object.entries(declaredAttributes(source.raw, reports.report)).flatMap(([name, raw]) => {
    if (!component && isSystemAttribute(name)) {
      if (source.hasRoutes && !isDumped(raw)) reports.ignoreKey(`attributes.${name}`, EVERY_ENTRY_HAS_IT)
      return []
    }
    if (CONTROL_CHARACTER.test(name)) {
      const written = JSON.stringify(name).slice(1, -1)
      reports.report(`attributes.${written}`, 'A name cannot have control characters in it.')
      return []
    }
    if (isReserved(name, component)) {
      reports.report(
        `attributes.${name}`,
        'This name is reserved for an attribute that every entry has; choose another.',
      )
      return []
    }
    const attribute = parseAttribute(name, raw, context)
    if (attribute === null) return []
    return attribute.kind === 'scalar' ? { ...attribute, optional: source.optional.includes(name) } : attribute
  })
}

const EVERY_ENTRY_HAS_IT =
  'Every entry has an attribute of this name, which the server sets. Choose another name for one of your own.'

/** Whether an attribute was copied from Strapi's own output, which includes the attributes it adds to every type. */
function isDumped(raw: unknown): boolean {
  return isRecord(raw) && (raw.configurable === false || raw.writable === false)
}

/** No request could name it, and no statement have it in its text. */
const CONTROL_CHARACTER = /\p{Cc}/u

function declaredAttributes(raw: RawModel, report: Report): Readonly<Record<string, unknown>> {
  if (raw.attributes === undefined || isRecord(raw.attributes)) return recordAt(raw, 'attributes')
  report('attributes', 'This must be an object of attributes.')
  return {}
}

function privacyOf(options: RawModel, settings: SchemaSettings): (name: string) => boolean {
  const listed: readonly unknown[] = Array.isArray(options.privateAttributes) ? options.privateAttributes : []
  const names = new Set([...listed, ...settings.privateAttributes])
  return (name) => names.has(name)
}

function readKind(raw: RawModel, report: Report): ContentType['kind'] {
  const kind = raw.kind ?? 'collectionType'
  if (kind === 'collectionType' || kind === 'singleType') return kind
  report('kind', 'The kind must be "collectionType" or "singleType".')
  return 'collectionType'
}

function infoName(raw: RawModel, key: 'singularName' | 'pluralName', report: Report): string | null {
  const name = textAt(recordAt(raw, 'info'), key)
  if (name === null) report(`info.${key}`, `A content type must have a ${key}.`)
  return name
}

function checkInfo(source: ModelSource, singularName: string, report: Report): void {
  if (textAt(recordAt(source.raw, 'info'), 'displayName') === null) {
    report('info.displayName', 'A content type must have a displayName.')
  }
  const name = kebabCase(source.name)
  if (name === singularName) return
  const message =
    name === source.name
      ? `This must be the name of the folder, "${name}", not "${singularName}". Change one of the two.`
      : `This must be "${name}", the name of the folder in kebab case, not "${singularName}".`
  report('info.singularName', message)
}

function textAt(raw: RawModel, key: string): string | null {
  const value = raw[key]
  return typeof value === 'string' && value !== '' ? value : null
}

function byName(attributes: readonly Attribute[]): ReadonlyMap<string, Attribute> {
  return new Map(attributes.map((attribute) => [attribute.name, attribute]))
}
