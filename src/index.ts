/** Lectern as a library. */

export { type Problem, ProjectError } from './config/problem.ts'
export type { Profile, Settings } from './config/settings.ts'
export type { Lectern, OpenOptions } from './lectern.ts'
export { type MigrateOptions, type Migration, migrateProject } from './migrate-project.ts'
export { openProject } from './open-project.ts'
