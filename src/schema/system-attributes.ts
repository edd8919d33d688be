/** Attributes that every model has beside those of its file. */

import { NO_RULES } from './scalar-rules.ts'
import {
  ADMIN_USER_UID,
  type Attribute,
  type LocalizationsAttribute,
  type RelationAttribute,
  type ScalarAttribute,
  type ScalarType,
} from './schema.ts'

export interface SystemContext {
  readonly uid: string
  readonly localized: boolean
  readonly populateCreatorFields: boolean
  isPrivate(name: string): boolean
}

export function attributesBefore(component: boolean): readonly Attribute[] {
  return [
    scalar('id', 'id', { searchable: false }),
    scalar('documentId', 'string', { searchable: false, optional: component }),
  ]
}

export function attributesAfter(context: SystemContext): readonly Attribute[] {
  const hiddenUnless = (shown: boolean, name: string) => !shown || context.isPrivate(name)
  const date = (name: string) => scalar(name, 'datetime', { hidden: context.isPrivate(name) })
  const creator = (name: string) => creatorField(name, hiddenUnless(context.populateCreatorFields, name))
  return [
    date('createdAt'),
    date('updatedAt'),
    date('publishedAt'),
    creator('createdBy'),
    creator('updatedBy'),
    scalar('locale', 'string', { hidden: hiddenUnless(context.localized, 'locale') }),
    localizations(context.uid, hiddenUnless(context.localized, 'localizations')),
  ]
}

/** Each row has its own, and the server alone sets them. */
const SET_BY_SERVER = { required: false, localized: true, writable: false } as const

function scalar(name: string, type: ScalarType, more: Partial<ScalarAttribute>): ScalarAttribute {
  return {
    ...SET_BY_SERVER,
    kind: 'scalar',
    name,
    type,
    hidden: false,
    searchable: true,
    columnName: null,
    optional: false,
    rules: NO_RULES,
    ...more,
  }
}

function creatorField(name: string, hidden: boolean): RelationAttribute {
  return {
    ...SET_BY_SERVER,
    kind: 'relation',
    name,
    hidden,
    relation: 'oneToOne',
    target: ADMIN_USER_UID,
    mappedBy: null,
    inversedBy: null,
    useJoinTable: false,
    joinTable: null,
    joinColumn: null,
    needsFind: false,
    toMany: false,
  }
}

function localizations(target: string, hidden: boolean): LocalizationsAttribute {
  return { ...SET_BY_SERVER, kind: 'localizations', name: 'localizations', hidden, target, toMany: true }
}
