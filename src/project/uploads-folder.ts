import { resolve } from 'node:path'
import type { Project } from './load-project.ts'

/** Where uploaded files are stored. Absolute. */
export function uploadsFolder({ folder, settings }: Pick<Project, 'folder' | 'settings'>): string {
  return resolve(folder, settings.upload.publicFolder, 'uploads')
}
