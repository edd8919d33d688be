/** Extensions: whether the server has one switched on, and the label of its controls. */

import { EXTENSIONS, type Extension } from '../../../src/vocabulary/extensions.ts'
import { useStore } from '../state/store.ts'

export function useExtension(name: Extension): boolean {
  return useStore().description.value?.extensions.includes(name) ?? false
}

/** Sections of docs/beyond-strapi.md. */
const SECTIONS: Readonly<Record<Extension, string>> = {
  exclude: 'leave-fields-out',
  nestedPages: 'pages-inside-populate',
  quantifiers: 'some-every-none-and-how-many',
  deep: 'populate-to-a-depth',
  zones: 'filters-on-zones',
  localeFallback: 'locale-fallback',
  cursors: 'cursors',
  aggregates: 'groups-of-entries',
  json: 'inside-json',
  sorting: 'sorting',
  dates: 'relative-dates',
  query: 'queries-in-the-body',
  watch: 'live-responses',
  batch: 'several-queries-at-once',
  search: 'full-text-search',
  export: 'a-whole-list',
  mcp: 'agents',
}

/** Explains an extension, with a link. Strapi has none of them. */
export function Beyond({ name }: { readonly name: Extension }) {
  return (
    <details class="beyond">
      <summary aria-label={`About the extension ${name}`}>
        <span>{name}</span>
      </summary>
      <p>
        An extension: {EXTENSIONS[name]}. Strapi refuses such requests. More in{' '}
        <code>docs/beyond-strapi.md#{SECTIONS[name]}</code>
      </p>
    </details>
  )
}
