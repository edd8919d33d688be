/** The content of an archive, in a form for comparisons: the order of records is ignored. */

import { openArchive } from '../../src/archive/open-archive.ts'
import { readRecords } from '../../src/archive/read-records.ts'

export interface Contents {
  readonly entities: readonly string[]
  readonly links: readonly string[]
  readonly settings: readonly string[]
  readonly schemas: readonly string[]
  readonly files: readonly string[]
}

export async function contentsOf(file: string, key: string | null = null): Promise<Contents> {
  const found = { entities: [], links: [], settings: [], schemas: [], files: [] } as Record<keyof Contents, string[]>
  await readRecords(await openArchive(file, key), {
    schema: ({ uid }) => void found.schemas.push(uid),
    entity: (record) => void found.entities.push(text(withoutOwnIds(record))),
    link: (record) => {
      if (record.left.field !== 'localizations') found.links.push(text(record))
    },
    // Ids of settings are not compared.
    configuration: ({ type, value }) => void found.settings.push(text({ type, value: { ...value, id: 0 } })),
    asset: async (name, content) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of content) chunks.push(chunk)
      found.files.push(`${name} ${Buffer.concat(chunks).toString('hex')}`)
    },
  })
  for (const list of Object.values(found)) list.sort()
  return found
}

/** Components of databases that Lectern made have a documentId, which archives of Strapi do not. */
function withoutOwnIds(record: { readonly data: Readonly<Record<string, unknown>> }): unknown {
  const data = Object.entries(record.data).map(([name, value]) => [name, stripped(value)])
  return { ...record, data: Object.fromEntries(data) }
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([name]) => name !== 'documentId')
  return Object.fromEntries(kept.map(([name, inner]) => [name, stripped(inner)]))
}

function text(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
