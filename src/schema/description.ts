/** Descriptions of models and attributes in schema files, for users. */

import { isRecord } from '../config/project-config.ts'
import type { Model } from './schema.ts'

export function descriptionOf({ source }: Model): string {
  return textAt(source.info, 'description')
}

/** Strapi itself has no place for it; in a schema file it is a key of the attribute. */
export function attributeDescription({ source }: Model, name: string): string {
  const attributes = source.attributes
  return isRecord(attributes) ? textAt(attributes[name], 'description') : ''
}

function textAt(value: unknown, key: string): string {
  const text = isRecord(value) ? value[key] : undefined
  return typeof text === 'string' ? text : ''
}
