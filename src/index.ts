/** Lectern as a library. */

export { type Lectern, type OpenOptions, openProject } from './app.ts'
export { type Problem, ProjectError } from './config/problem.ts'
export type { Profile, Settings } from './config/settings.ts'
