import type { ContentType } from '../../src/schema/schema.ts'
import { EXTENSION_NAMES } from '../../src/vocabulary/extensions.ts'
import { brokenQuery } from '../../test/fuzz/broken.ts'
import { someGroups, someQuery, someSearch } from '../../test/fuzz/grammar.ts'
import type { Request } from './pair.ts'
import { alikeIn, decoded, pathTo, type Reads } from './reads.ts'

const extensions = new Set(EXTENSION_NAMES)

/** Path, query string, and which part of the response must be equal on both databases. */
type Asked = { readonly path: string; readonly query: string; readonly alike: Request['alike'] }

/** Cursors have ids in them, and each database weighs words in its own way. */
const alikeExtended = (query: string, reads: Reads): Request['alike'] => {
  const text = decoded(query)
  if (text.includes('pagination[start]')) return 'nothing'
  const alike = alikeIn(query, reads)
  return alike === 'all' && text.includes('_q[') ? 'total' : alike
}

const asked = (path: string, sample: string, reads: Reads): Asked => {
  const { pick } = reads
  const query = pick.oncePer(4) ? brokenQuery(pick, sample) : sample
  return { path, query, alike: alikeExtended(query, reads) }
}

const someAsked = (type: ContentType, reads: Reads): Asked => {
  const grammar = { schema: reads.schema, pick: reads.pick, extensions }
  if (type.kind === 'singleType') return asked(pathTo(type, reads), someQuery(grammar, type), reads)
  const list = `/api/${type.pluralName}`
  switch (reads.pick.of(['list', 'list', 'entry', 'search', 'groups'] as const)) {
    case 'list':
      return asked(list, someQuery(grammar, type), reads)
    case 'entry':
      return asked(pathTo(type, reads), someQuery(grammar, type), reads)
    case 'search':
      return asked(list, someSearch(grammar, type), reads)
    case 'groups':
      return asked(`${list}/actions/aggregate`, someGroups(grammar, type), reads)
  }
}

const inBatch = (parts: readonly Asked[]): Pick<Request, 'method' | 'path' | 'body' | 'alike'> => ({
  method: 'POST',
  path: '/_batch',
  body: { queries: Object.fromEntries(parts.map(({ path, query }, index) => [`q${index}`, `${path}?${query}`])) },
  alike: parts.every(({ alike }) => alike === 'all') ? 'all' : 'nothing',
})

/** An export is the list without pages, as lines. */
const exported = ({ path, query, alike }: Asked): Pick<Request, 'method' | 'path' | 'alike'> => ({
  method: 'GET',
  path: `${path}/actions/export?${query.replaceAll(/(^|&)pagination[^&]*/gi, '')}`,
  alike: alike === 'all' ? 'all' : 'nothing',
})

/** One in this many extended reads is an export: each starts a process on SQLite, which costs as much as fifty other reads. */
const exportedOnce = 80

/** The same queries by every way that extensions have. */
const someWay = (type: ContentType, reads: Reads): Omit<Request, 'headers'> => {
  const one = someAsked(type, reads)
  const { path, query, alike } = one
  if (reads.pick.oncePer(exportedOnce)) return exported(one)
  switch (reads.pick.of(['GET', 'GET', 'GET', 'QUERY', 'POST', 'batch', 'watch'] as const)) {
    case 'GET':
      return { method: 'GET', path: `${path}?${query}`, alike }
    case 'QUERY':
      return { method: 'QUERY', path, form: query, alike }
    case 'POST':
      return { method: 'POST', path: `${path}/actions/query`, form: query, alike }
    case 'batch':
      return inBatch([one, ...Array.from({ length: reads.pick.upTo(4) }, () => someAsked(type, reads))])
    case 'watch':
      // A stream would not end; its head has all errors.
      return { method: 'HEAD', path: `${path}/actions/watch?${query}`, alike: 'total' }
  }
}

export const someExtendedRead = (type: ContentType, reads: Reads): Request => ({
  ...someWay(type, reads),
  headers: reads.pick.of(reads.headers),
})
