import { resolve } from 'node:path'
import type { Project } from './load-project.ts'

/** The absolute path of the folder for uploaded files. */
export function uploadsFolder({ folder, settings }: Pick<Project, 'folder' | 'settings'>): string {
  return resolve(folder, settings.upload.publicFolder, 'uploads')
}
