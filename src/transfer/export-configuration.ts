/** Settings as an archive has them. */

import { jsonIn } from '../config/json-in.ts'
import type { ColumnKind, Member } from '../plan/read-plan.ts'
import { CORE_STORE } from '../tables/service-tables.ts'
import { WEBHOOKS } from './import-configuration.ts'
import { rowsOf, type Source } from './source.ts'

const SETTING: Readonly<Record<string, ColumnKind>> = {
  id: 'id',
  key: 'text',
  value: 'text',
  type: 'text',
  environment: 'text',
  tag: 'text',
}

const WEBHOOK: Readonly<Record<string, ColumnKind>> = {
  id: 'id',
  name: 'text',
  url: 'text',
  headers: 'json',
  events: 'json',
  enabled: 'boolean',
}

export async function* exportConfiguration(source: Source): AsyncGenerator<string> {
  const { columns } = source
  if (columns.has(CORE_STORE)) {
    for await (const line of rowsOf(source, CORE_STORE, { members: members(SETTING) })) {
      const row = JSON.parse(line) as { readonly value: unknown }
      yield JSON.stringify({ type: 'core-store', value: { ...row, value: parsed(row.value) } })
    }
  }
  if (!columns.has(WEBHOOKS)) return
  for await (const line of rowsOf(source, WEBHOOKS, { members: members(WEBHOOK) })) {
    yield `{"type":"webhook","value":${line}}`
  }
}

function members(columns: Readonly<Record<string, ColumnKind>>): readonly Member[] {
  return Object.entries(columns).map(([name, kind]) => ({
    key: name,
    value: { kind: 'column', column: { name, kind } },
  }))
}

function parsed(value: unknown): unknown {
  const found = typeof value === 'string' ? jsonIn(value) : undefined
  return found === undefined ? value : found
}
