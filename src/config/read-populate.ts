import { isRecord } from './project-config.ts'
import { type SettingReader, shown } from './setting-readers.ts'
import type { PopulateSettings, PopulateValue } from './settings.ts'

/**
 * `populate: { 'api::page.page': { seo: true, sections: { populate: '*' } } }`: the default `populate` for reads of a
 * type, in the syntax of a query string. Whether the type exists is checked later.
 */
export function readPopulate(read: SettingReader): PopulateSettings {
  const configured = read.raw('api', 'populate') ?? {}
  if (isRecord(configured)) {
    return new Map(Object.entries(configured).map(([uid, value]) => [uid, asSent(read, `populate.${uid}`, value)]))
  }
  read.problem('api', 'populate', `This must map content types to what they populate, not ${shown(configured)}.`)
  return new Map()
}

/** Without a prototype, like the parameters of a request. */
function asSent(read: SettingReader, path: string, value: unknown): PopulateValue {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map((item, index) => asSent(read, `${path}.${index}`, item))
  if (!isRecord(value)) {
    read.problem('api', path, `This must be what populate takes: a text, a list or an object, not ${shown(value)}.`)
    return ''
  }
  const sent: Record<string, PopulateValue> = Object.create(null)
  for (const [key, item] of Object.entries(value)) sent[key] = asSent(read, `${path}.${key}`, item)
  return sent
}
