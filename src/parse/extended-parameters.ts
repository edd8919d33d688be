/** Parameters of other APIs for what an extension does: how requests write it here. For `strictParams`, which refuses them. */

import { type Extension, type Extensions, extensionHint } from '../vocabulary/extensions.ts'

interface Meant {
  readonly extension: Extension
  readonly write: string
  readonly names: readonly string[]
}

const MEANT: readonly Meant[] = [
  { extension: 'exclude', write: 'fields=-body', names: ['exclude', 'omit', 'except', 'without'] },
  { extension: 'deep', write: 'populate=**', names: ['pLevel', 'depth', 'deep'] },
  {
    extension: 'cursors',
    write: 'pagination[start][after]= for the first page; the response has the cursor of the next one',
    names: ['cursor', 'after', 'before', 'starting_after', 'ending_before', 'pageToken', 'page_token'],
  },
  {
    extension: 'aggregates',
    write: '/actions/aggregate?by=title behind the path of the list',
    names: ['groupBy', 'group_by', 'group', 'aggregate', 'distinct', 'facet', 'facets'],
  },
]

const BY_NAME: ReadonlyMap<string, Meant> = new Map(
  MEANT.flatMap((meant) => meant.names.map((name) => [name, meant] as const)),
)

/** Undefined where the extension is off. */
export function extendedHint(name: string, { on }: Extensions): string | undefined {
  const meant = BY_NAME.get(name)
  return meant !== undefined && on.has(meant.extension) ? `Write ${meant.write}` : undefined
}

/** How to switch the extension on; undefined where it is on. */
export function missingExtensionHint(name: string, extensions: Extensions): string | undefined {
  const meant = BY_NAME.get(name)
  return meant === undefined ? undefined : extensionHint(meant.extension, extensions)
}
