import { isRecord } from './project-config.ts'
import { type SettingReader, shown } from './setting-readers.ts'
import type { SearchSettings } from './settings.ts'

/** `search: { 'api::article.article': { title: 4, body: 1 } }`. Whether the attributes exist is checked later. */
export function readSearch(read: SettingReader): SearchSettings {
  const configured = read.raw('api', 'search') ?? {}
  if (!isRecord(configured)) {
    read.problem(
      'api',
      'search',
      `This must map content types to the fields that are searched, not ${shown(configured)}.`,
    )
    return new Map()
  }
  return new Map(Object.entries(configured).map(([uid, weights]) => [uid, readWeights(read, uid, weights)]))
}

function readWeights(read: SettingReader, uid: string, weights: unknown): ReadonlyMap<string, number> {
  const entries = isRecord(weights) ? Object.entries(weights) : []
  const fields = entries.filter((entry): entry is [string, number] => isWeight(entry[1]))
  if (entries.length === 0 || fields.length < entries.length) {
    const example = '{ title: 4, body: 1 }'
    read.problem('api', `search.${uid}`, `This must give each field its weight, a number above 0: ${example}.`)
  }
  return new Map(fields)
}

function isWeight(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0
}
