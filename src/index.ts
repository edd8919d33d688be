/** Lectern as a library. */

export type { Notice, NoticeSubject } from './config/notice.ts'
export { type Problem, ProjectError } from './config/problem.ts'
export type { Profile, Settings } from './config/settings.ts'
export type { Lectern, OpenOptions } from './open/lectern.ts'
export { type MigrateOptions, type Migration, migrateProject } from './open/migrate-project.ts'
export { openProject } from './open/open-project.ts'
export type { OpenApiDocument } from './openapi/document.ts'
export { type Declared, declareProject } from './operate/declare-project.ts'
export { describeProject } from './operate/describe-project.ts'
export { type Exported, type ExportOptions, exportProject } from './operate/export-project.ts'
export { type Imported, type ImportOptions, importProject } from './operate/import-project.ts'
export type { Extension } from './vocabulary/extensions.ts'
