/** Schema files → the logical model, with every problem that was found in them. */

import type { Notice } from '../config/notice.ts'
import type { Problem } from '../config/problem.ts'
import { isRecord } from '../config/project-config.ts'
import { BUILT_IN_TYPES } from './built-in/built-in-types.ts'
import { checkComponents } from './checks/check-components.ts'
import { checkNames } from './checks/check-names.ts'
import { checkRelations } from './checks/check-relations.ts'
import { checkTables } from './checks/check-tables.ts'
import { checkTargetFields } from './checks/check-target-fields.ts'
import type { Known } from './checks/known.ts'
import { leaveOutForeign } from './leave-out-foreign.ts'
import { type ModelSource, parseComponent, parseContentType, type SchemaSettings } from './parse-model.ts'
import type { Component, ContentType, Schema } from './schema.ts'
import type { Report, SchemaFile } from './schema-file.ts'

export interface BuiltSchema {
  readonly schema: Schema
  readonly problems: readonly Problem[]
  /** What is left out, and why. */
  readonly notices: readonly Notice[]
}

export function buildSchema(files: readonly SchemaFile[], settings: SchemaSettings): BuiltSchema {
  const problems: Problem[] = []
  const notices: Notice[] = []
  const reportFor =
    (file: string | null): Report =>
    (path, message) => {
      problems.push({ file, path, message })
    }
  const sources = [...builtInSources(files), ...projectSources(files)]
  refuseOddFiles(files, reportFor)
  const contentTypes = new Map<string, ContentType>()
  const components = new Map<string, Component>()
  for (const { file, source } of sources) {
    if (file?.kind === 'component') components.set(source.uid, parseComponent(source, settings, reportFor(file.file)))
    else contentTypes.set(source.uid, parseContentType(source, settings, reportFor(file?.file ?? null)))
  }
  const known = knownThings(sources, files)
  const leaveOut =
    (model: string): Report =>
    (path, message) => {
      notices.push({ about: 'attribute', model, file: known.files.get(model) ?? null, path, message })
    }
  const schema = leaveOutForeign({ contentTypes, components }, leaveOut)
  const reportOn = (uid: string) => reportFor(known.files.get(uid) ?? null)
  checkNames(schema, reportOn)
  checkTables(schema, reportOn)
  checkRelations(schema, known, reportOn)
  checkComponents(schema, known, reportOn)
  checkTargetFields(schema, known, reportOn)
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

function refuseOddFiles(files: readonly SchemaFile[], reportFor: (file: string) => Report): void {
  for (const { file, content } of files) {
    if (content !== undefined && !isRecord(content)) reportFor(file)(null, 'A schema file must hold an object.')
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
