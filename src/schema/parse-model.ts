/** One schema file → one model, without regard to the others. */

import { isRecord } from '../config/project-config.ts'
import { parseAttribute } from './parse-attribute.ts'
import { isReserved } from './reserved-names.ts'
import type { Attribute, Component, ContentType } from './schema.ts'
import type { Report } from './schema-file.ts'
import { kebabCase } from './snake-case.ts'
import { attributesAfter, attributesBefore } from './system-attributes.ts'

/** The settings that bear on the model. */
export interface SchemaSettings {
  readonly privateAttributes: readonly string[]
  readonly customFields: ReadonlyMap<string, string>
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

export function parseContentType(source: ModelSource, settings: SchemaSettings, report: Report): ContentType {
  const { raw, uid } = source
  const options = recordAt(raw, 'options')
  const localized = recordAt(recordAt(raw, 'pluginOptions'), 'i18n').localized === true
  const populateCreatorFields = options.populateCreatorFields === true
  const isPrivate = privacyOf(options, settings)
  const singularName = infoName(raw, 'singularName', report) ?? source.name
  checkInfo(source, singularName, report)
  return {
    kind: readKind(raw, report),
    uid,
    modelName: singularName,
    singularName,
    pluralName: infoName(raw, 'pluralName', report) ?? '',
    collectionName: textAt(raw, 'collectionName') ?? singularName,
    draftAndPublish: options.draftAndPublish === true,
    localized,
    hasRoutes: source.hasRoutes,
    source: raw,
    attributes: byName([
      ...attributesBefore(false),
      ...ownAttributes(source, settings, report, false),
      ...attributesAfter({ uid, localized, populateCreatorFields, isPrivate }),
    ]),
  }
}

export function parseComponent(source: ModelSource, settings: SchemaSettings, report: Report): Component {
  const collectionName = textAt(source.raw, 'collectionName')
  if (collectionName === null) report('collectionName', 'A component must name its table here.')
  return {
    kind: 'component',
    uid: source.uid,
    modelName: source.name,
    collectionName: collectionName ?? source.name,
    attributes: byName([...attributesBefore(true), ...ownAttributes(source, settings, report, true)]),
    source: source.raw,
  }
}

function ownAttributes(
  source: ModelSource,
  settings: SchemaSettings,
  report: Report,
  component: boolean,
): readonly Attribute[] {
  const isPrivate = privacyOf(recordAt(source.raw, 'options'), settings)
  const context = { isPrivate, customFields: settings.customFields, report }
  return Object.entries(declaredAttributes(source.raw, report)).flatMap(([name, raw]) => {
    if (isReserved(name, component)) {
      report(`attributes.${name}`, 'This name is reserved for an attribute that exists anyway; choose another.')
      return []
    }
    const attribute = parseAttribute(name, raw, context)
    if (attribute === null) return []
    return attribute.kind === 'scalar' ? { ...attribute, optional: source.optional.includes(name) } : attribute
  })
}

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
  if (kebabCase(source.name) === singularName) return
  report(
    'info.singularName',
    `This must be the name of the folder, "${kebabCase(source.name)}", not "${singularName}".`,
  )
}

function recordAt(raw: RawModel, key: string): RawModel {
  const value = raw[key]
  return isRecord(value) ? value : {}
}

function textAt(raw: RawModel, key: string): string | null {
  const value = raw[key]
  return typeof value === 'string' && value !== '' ? value : null
}

function byName(attributes: readonly Attribute[]): ReadonlyMap<string, Attribute> {
  return new Map(attributes.map((attribute) => [attribute.name, attribute]))
}
