/** Lectern as a library. */

export type { Notice, NoticeSubject } from './config/notice.ts'
export { type Problem, ProjectError } from './config/problem.ts'
export type { Profile, Settings } from './config/settings.ts'
export { type Declared, declareProject } from './declare-project.ts'
export { describeProject } from './describe-project.ts'
export { type Exported, type ExportOptions, exportProject } from './export-project.ts'
export { type Imported, type ImportOptions, importProject } from './import-project.ts'
export type { Lectern, OpenOptions } from './lectern.ts'
export { type MigrateOptions, type Migration, migrateProject } from './migrate-project.ts'
export { openProject } from './open-project.ts'
export type { OpenApiDocument } from './openapi/document.ts'
