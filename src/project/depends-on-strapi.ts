import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../config/project-config.ts'

/** Whether the project's package.json asks for Strapi. */
export function dependsOnStrapi(folder: string): boolean {
  try {
    const content: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return isRecord(content) && isRecord(content.dependencies) && '@strapi/strapi' in content.dependencies
  } catch {
    return false
  }
}
