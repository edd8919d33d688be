/** Schema files → the logical model, with every problem that was found in them. */

import type { Notice } from '../config/notice.ts'
import type { Problem } from '../config/problem.ts'
import { isRecord } from '../config/project-config.ts'
import { BUILT_IN_TYPES } from './built-in/built-in-types.ts'
import { checkAttributeNames } from './checks/check-attribute-names.ts'
import { checkChoices } from './checks/check-choices.ts'
import { checkComponents } from './checks/check-components.ts'
import { checkKinds } from './checks/check-kinds.ts'
import { checkNames } from './checks/check-names.ts'
import { checkPaths } from './checks/check-paths.ts'
import { checkPatterns } from './checks/check-patterns.ts'
import { checkRelations } from './checks/check-relations.ts'
import { checkTables } from './checks/check-tables.ts'
import { checkTargetFields } from './checks/check-target-fields.ts'
import { checkZones } from './checks/check-zones.ts'
import type { Known } from './checks/known.ts'
import { collectReports } from './collect-reports.ts'
import { reportIneffectiveRules } from './ineffective-rules.ts'
import { leaveOutComponents } from './leave-out-components.ts'
import { leaveOutForeign } from './leave-out-foreign.ts'
import { reportMisspeltKeys } from './misspelt-keys.ts'
import { reportOddSwitches } from './odd-switches.ts'
import { withoutMissingSides } from './one-sided.ts'
import {
  type ModelSource,
  type ParseContext,
  parseComponent,
  parseContentType,
  type RawModel,
  type SchemaSettings,
} from './parse-model.ts'
import type { Component, ContentType, Schema } from './schema.ts'
import type { SchemaFile } from './schema-file.ts'
import { settleRelations } from './settle-relations.ts'

export interface BuiltSchema {
  readonly schema: Schema
  readonly problems: readonly Problem[]
  /** Parts of the schema that are left out, with reasons. */
  readonly notices: readonly Notice[]
}

/** `storedType`: what the database says of the column of a custom field, where there is one. */
export function buildSchema(
  files: readonly SchemaFile[],
  settings: SchemaSettings,
  storedType: ParseContext['storedType'] = () => null,
): BuiltSchema {
  const ownSources = [...builtInSources(files), ...projectSources(files)]
  const sources = [...ownSources, ...pluginSources(files, ownSources)]
  const known = knownThings(sources, files)
  const { problems, notices, report, leaveOut, ignore, ignoreKey, suspect } = collectReports(known.files)
  const contextOf = (uid: string): ParseContext => {
    const reports = {
      report: report(uid),
      leaveOut: leaveOut(uid),
      ignore: ignore(uid),
      ignoreKey: ignoreKey(uid),
    }
    return { settings, storedType, reports }
  }
  refuseOddFiles(files, problems)
  const contentTypes = new Map<string, ContentType>()
  const components = new Map<string, Component>()
  for (const { file, source } of sources) {
    const context = contextOf(source.uid)
    if (file !== null) {
      reportMisspeltKeys(source.raw, ignoreKey(source.uid))
      reportOddSwitches(source.raw, ignoreKey(source.uid))
      reportIneffectiveRules(source.raw, ignoreKey(source.uid))
    }
    if (file?.kind === 'component') components.set(source.uid, parseComponent(source, context))
    else contentTypes.set(source.uid, parseContentType(source, context))
  }
  const complete = leaveOutComponents({ contentTypes, components }, known, leaveOut)
  const parsed = withoutMissingSides(leaveOutForeign(complete, leaveOut), known, leaveOut)
  checkNames(parsed, report)
  checkPaths(parsed, report, suspect)
  checkTables(parsed, report)
  checkRelations(parsed, known, report)
  checkComponents(parsed, known, report)
  checkTargetFields(parsed, known, ignore)
  const schema = settleRelations(parsed, leaveOut)
  checkAttributeNames(schema, suspect)
  checkKinds(schema, suspect)
  checkChoices(schema, suspect)
  checkPatterns(schema, suspect)
  checkZones(schema, suspect)
  return { schema, problems, notices }
}

interface Sourced {
  readonly file: SchemaFile | null
  readonly source: ModelSource
}

/** A project's extension replaces whole keys of a built-in type: one with `attributes` lists all of them. */
function builtInSources(files: readonly SchemaFile[]): readonly Sourced[] {
  return BUILT_IN_TYPES.map((builtIn) => {
    const extension = files.find((file) => file.kind === 'extension' && file.uid === builtIn.uid)
    if (extension === undefined || !isRecord(extension.content)) return { file: null, source: builtIn }
    return { file: extension, source: { ...builtIn, raw: { ...builtIn.raw, ...extension.content } } }
  })
}

function projectSources(files: readonly SchemaFile[]): readonly Sourced[] {
  return files.flatMap((file) => {
    if (file.kind === 'extension' || !isRecord(file.content)) return []
    const source = { uid: file.uid, name: file.name, raw: file.content, optional: [], hasRoutes: true }
    return [{ file, source }]
  })
}

/**
 * Types of plugins that the project describes in `src/extensions`, as far as its own lead there: the tables of others may be missing,
 * because Strapi reads such a file only where the plugin is installed.
 */
function pluginSources(files: readonly SchemaFile[], from: readonly Sourced[]): readonly Sourced[] {
  const known = new Set(from.map(({ source }) => source.uid))
  const targets = new Set(from.flatMap(({ source }) => targetsIn(source.raw)))
  const found = files.flatMap((file) => {
    const { kind, uid, name, content } = file
    if (kind !== 'extension' || known.has(uid) || !targets.has(uid) || !isWhole(content)) return []
    return [{ file, source: { uid, name, raw: content, optional: [], hasRoutes: false } }]
  })
  return found.length === 0 ? [] : [...found, ...pluginSources(files, [...from, ...found])]
}

function targetsIn({ attributes }: RawModel): readonly unknown[] {
  return isRecord(attributes) ? Object.values(attributes).map((raw) => (isRecord(raw) ? raw.target : undefined)) : []
}

/** A file may also only change a type that the plugin's code describes. */
function isWhole(content: unknown): content is RawModel {
  return isRecord(content) && isRecord(content.info) && isRecord(content.attributes) && 'collectionName' in content
}

function refuseOddFiles(files: readonly SchemaFile[], problems: Problem[]): void {
  for (const { file, content } of files) {
    if (content === undefined || isRecord(content)) continue
    problems.push({ file, path: null, message: 'A schema file must hold an object.' })
  }
}

function knownThings(sources: readonly Sourced[], files: readonly SchemaFile[]): Known {
  return {
    files: new Map(sources.map(({ file, source }) => [source.uid, file?.file ?? null])),
    declared: new Map(
      sources.map(({ source }) => [
        source.uid,
        new Set(isRecord(source.raw.attributes) ? Object.keys(source.raw.attributes) : []),
      ]),
    ),
    unreadable: new Set(files.filter((file) => !isRecord(file.content)).map((file) => file.uid)),
  }
}
