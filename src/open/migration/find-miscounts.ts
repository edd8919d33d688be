import { compareCounts } from '../../migrate/compare-counts.ts'
import { hasVersions } from '../../migrate/upkeep-steps.ts'
import { loadProject, type Project } from '../../project/load-project.ts'
import { COUNT_TABLE } from '../../sql/stored-counts.ts'
import { defineTables } from '../../tables/define-tables.ts'
import { inspectionOf, lookInto } from './inspect-database.ts'
import type { MigrateOptions } from './migrate-project.ts'

/** Maintained counts that differ from the rows, in sentences. */
export async function findMiscounts(
  options: Pick<MigrateOptions, 'project' | 'database' | 'env'>,
  loaded?: Project,
  onProgress: (tables: number, total: number) => void = () => {},
): Promise<readonly string[]> {
  const project = loaded ?? (await loadProject(options.project, options, options.env ?? process.env))
  return lookInto(project, async (inspected) => {
    const { tables } = await inspectionOf(inspected, project)
    if (!tables.has(COUNT_TABLE)) return []
    const counted = defineTables(project.schema).filter((table) => hasVersions(table) && tables.has(table.name))
    return compareCounts(
      inspected.run,
      inspected.dialect,
      counted.map(({ name }) => name),
      onProgress,
    )
  })
}
