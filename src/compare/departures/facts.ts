/** Properties of a project that departures depend on. */

import { isRecord, recordAt } from '../../config/project-config.ts'
import type { StrapiHabits } from '../../dialects/backend.ts'
import { hasDrafts, isOfProject, modelsOf, typesWithRoutes } from '../../schema/models.ts'
import { type Attribute, type Model, type ScalarType, type Schema, USER_UID } from '../../schema/schema.ts'
import { type ValueKind, valueKind } from '../../vocabulary/scalar-types.ts'

export interface Facts extends StrapiHabits {
  readonly profile: 'contract' | 'strapi'
  /** Whether Lectern created the database. */
  readonly ownDatabase: boolean
  /** Whether drafts need a permission of their own. */
  readonly draftsGranted: boolean
  /** Whether the project sets a maximum page size. */
  readonly setsMaxLimit: boolean
  readonly drafts: boolean
  readonly locales: boolean
  readonly relations: boolean
  readonly relationsToDrafts: boolean
  readonly usersToDrafts: boolean
  readonly privateRelations: boolean
  readonly privateTexts: boolean
  readonly anyType: boolean
  readonly morphInverse: boolean
  readonly media: boolean
  readonly zones: boolean
  readonly components: boolean
  readonly numbers: boolean
  readonly json: boolean
  readonly bigIntegers: boolean
  readonly times: boolean
  readonly foreignRelations: boolean
  readonly inertRelations: boolean
}

export interface FactSources {
  readonly schema: Schema
  readonly habits: StrapiHabits
  readonly profile: 'contract' | 'strapi'
  readonly ownDatabase: boolean
  readonly draftsGranted: boolean
  readonly setsMaxLimit: boolean
}

const NUMBERS: readonly ValueKind[] = ['integer', 'bigint', 'number']

/** Considers only what the project itself defines: every project has users, files and roles. */
export function factsOf({ schema, ...known }: FactSources): Facts {
  const types = typesWithRoutes(schema)
  const models = modelsOf(schema).filter(isOfProject)
  const own = models.flatMap((model) => ownAttributes(model).map((attribute) => ({ model, attribute })))
  const some = (test: (attribute: Attribute, model: Model) => boolean) =>
    own.some(({ attribute, model }) => test(attribute, model))
  const someScalar = (is: (type: ScalarType) => boolean) =>
    some((attribute) => attribute.kind === 'scalar' && is(attribute.type))
  const leadsToDrafts = (attribute: Attribute) =>
    attribute.kind === 'relation' && schema.contentTypes.get(attribute.target)?.draftAndPublish === true
  return {
    ...known.habits,
    profile: known.profile,
    ownDatabase: known.ownDatabase,
    draftsGranted: known.draftsGranted,
    setsMaxLimit: known.setsMaxLimit,
    drafts: types.some(({ draftAndPublish }) => draftAndPublish),
    locales: types.some(({ localized }) => localized),
    relations: some(({ kind }) => kind === 'relation'),
    // Published rows link to published rows, while rows without versions link to both versions.
    relationsToDrafts: some((attribute, model) => leadsToDrafts(attribute) && !hasDrafts(model)),
    usersToDrafts: [...(schema.contentTypes.get(USER_UID)?.attributes.values() ?? [])].some(leadsToDrafts),
    privateRelations: some(({ kind, hidden }) => hidden && kind !== 'scalar'),
    privateTexts: some((attribute) => attribute.hidden && attribute.kind === 'scalar' && isSearched(attribute.type)),
    anyType: some(({ kind }) => kind === 'morphTo'),
    morphInverse: some(({ kind }) => kind === 'morphInverse'),
    media: some(({ kind }) => kind === 'media'),
    zones: some(({ kind }) => kind === 'dynamiczone'),
    components: schema.components.size > 0,
    numbers: someScalar((type) => NUMBERS.includes(valueKind(type))),
    json: someScalar((type) => type === 'json'),
    bigIntegers: someScalar((type) => valueKind(type) === 'bigint'),
    times: someScalar((type) => type === 'time'),
    foreignRelations: models.some(hasForeignRelations),
    inertRelations: models.some(({ inert }) => inert.size > 0),
  }
}

/** Whether `_q` searches the attribute in Strapi. */
export function isSearched(type: ScalarType): boolean {
  return (valueKind(type) === 'text' && type !== 'password') || valueKind(type) === 'choice'
}

/** Attributes in the schema file. */
function ownAttributes(model: Model): readonly Attribute[] {
  const written = writtenAttributes(model)
  return [...model.attributes.values()].filter(({ name }) => Object.hasOwn(written, name))
}

function hasForeignRelations(model: Model): boolean {
  return Object.keys(writtenAttributes(model)).some((name) => isLeftOut(model, name))
}

/** A relation in the schema file that the model lacks, even as an inert one. */
export function isLeftOut(model: Model, name: string): boolean {
  const written = writtenAttributes(model)[name]
  const isRelation = isRecord(written) && written.type === 'relation'
  return isRelation && !model.attributes.has(name) && !model.inert.has(name)
}

function writtenAttributes({ source }: Model): Readonly<Record<string, unknown>> {
  return recordAt(source, 'attributes')
}
