/** The version of Strapi that a project runs. */

import { join } from 'node:path'
import { isRecord } from '../config/project-config.ts'
import { readInstalled, readPackage } from './packages.ts'

const STRAPI = '@strapi/strapi'
const EXACT = /^\d+\.\d+\.\d+/

/** The installed one; otherwise the one that package.json names exactly, and null for a range such as `^5.0.0`. */
export function strapiVersion(folder: string): string | null {
  const installed = readInstalled(folder, STRAPI)?.version
  const { dependencies } = readPackage(join(folder, 'package.json'))
  const declared = isRecord(dependencies) ? dependencies[STRAPI] : undefined
  return [installed, declared].find((version): version is string => isExact(version)) ?? null
}

function isExact(version: unknown): boolean {
  return typeof version === 'string' && EXACT.test(version)
}
