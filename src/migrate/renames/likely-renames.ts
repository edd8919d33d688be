/**
 * Types and components that were probably renamed, with a table of another name: the old one is left over, and a new one with
 * the same columns is created. The content stays hidden until the file names the old table, so messages say that.
 */

import { isOfProject, modelsOf } from '../../schema/models.ts'
import type { Schema } from '../../schema/schema.ts'
import type { TableDefinition } from '../../tables/table-definition.ts'
import { type Tables, tableOf } from '../../tables/tables.ts'
import type { Inspection } from '../inspection.ts'
import type { Recorded } from '../record.ts'
import type { Risk } from '../risks.ts'
import { isComponent } from './find-renames.ts'

interface LikelyContext {
  readonly schema: Schema
  readonly places: Tables
  readonly tables: readonly TableDefinition[]
  readonly found: Inspection
  readonly recorded: Recorded
}

export function withLikelyRenames(risks: readonly Risk[], context: LikelyContext): readonly Risk[] {
  return risks.map((risk) => {
    const likely = risk.column === null && !risk.needed ? likelyRename(risk.table, context) : null
    return likely === null ? risk : { ...risk, likely }
  })
}

function likelyRename(table: string, { schema, places, tables, found, recorded }: LikelyContext): string | null {
  const record = recorded.get(table)
  if (record?.uid === undefined) return null
  const { uid } = record
  const [other, ...others] = modelsOf(schema).filter((model) => {
    const own = tableOf(places, model.uid).table
    const definition = tables.find(({ name }) => name === own)
    if (!isOfProject(model) || found.tables.has(own) || definition === undefined) return false
    return isComponent(uid) === (model.kind === 'component') && hasSameColumns(definition, record)
  })
  if (other === undefined || others.length > 0) return null
  return `If ${uid} is ${other.uid} now, "collectionName": "${table}" in its file keeps its content.`
}

function hasSameColumns(a: TableDefinition, b: TableDefinition): boolean {
  const columnsOf = ({ columns }: TableDefinition) =>
    JSON.stringify(columns.map(({ name, type }) => [name, type]).toSorted())
  return columnsOf(a) === columnsOf(b)
}
