/** The departures from Strapi that a read can meet. A test compares these rows with docs/compatibility.md. */

import { ANY_TYPE_DEPARTURES } from './any-type-departures.ts'
import { DATABASE_DEPARTURES } from './database-departures.ts'
import type { Departure } from './departure.ts'
import { PROJECT_DEPARTURES } from './project-departures.ts'
import { CRASHES, LEAKS, PROFILES, SILENCE } from './sections.ts'

const always = () => true

export const DEPARTURES = {
  crash: {
    section: CRASHES,
    strapi:
      '500 on values that are not numbers, `$between` without two values, `$or` that is no list, `filters[x][$eq][y]`, filters as a list, `fields=`, `populate[a]` without a value',
    lectern: '400 that says what, where and what instead',
    meets: always,
  },
  'relation-not': {
    section: CRASHES,
    strapi: '`filters[relation][$not][…]` 500',
    lectern: 'means `filters[$not][relation][…]`',
    meets: ({ relations, components, media }) => relations || components || media,
  },
  'field-groups': {
    section: CRASHES,
    strapi: '`filters[field][$or][0]…`, `[$and]` on a field 500',
    lectern: 'the group applies to that field',
    meets: always,
  },
  'relation-operators': {
    section: CRASHES,
    strapi: 'several operators on a relation, or operators beside attributes, 500',
    lectern: 'they apply to the same related row',
    meets: ({ relations, components, media }) => relations || components || media,
  },
  'deep-populate-sort': {
    section: CRASHES,
    strapi: 'deep sort inside populate 500',
    lectern: 'works',
    meets: ({ relations }) => relations,
  },
  'id-not-a-number': {
    section: CRASHES,
    strapi: '`filters[id]=abc` 500 on PostgreSQL, nothing on SQLite',
    lectern: '400',
    meets: always,
  },
  'page-size-not-a-number': {
    section: CRASHES,
    strapi: '`pagination[pageSize]=abc` gives the maximum',
    lectern: '400',
    meets: always,
  },
  'error-words': {
    section: CRASHES,
    strapi: 'a 400 says what is wrong',
    lectern: 'and what to write instead, in `details.hint`; some messages are worded differently',
    meets: always,
  },
  'long-lists': {
    section: SILENCE,
    strapi: 'more than 100 values in a list become an object, and the filter vanishes',
    lectern: 'lists up to the limit `listLength`; beyond it 400',
    odd: true,
    meets: always,
  },
  'many-parameters': {
    section: SILENCE,
    strapi: 'more than 1,000 parameters: the rest is cut off',
    lectern: '400',
    odd: true,
    meets: always,
  },
  'deep-brackets': {
    section: SILENCE,
    strapi: 'more than 20 brackets are folded into one key',
    lectern: '400 beyond the limit `nesting`',
    odd: true,
    meets: always,
  },
  'prototype-keys': {
    section: SILENCE,
    strapi: 'keys such as `__proto__` and `toString` vanish',
    lectern: 'they are unknown keys: 400',
    odd: true,
    meets: always,
  },
  'value-beside-operators': {
    section: SILENCE,
    strapi: '`filters[title]=a&filters[title][$ne]=b`, a value beside operators, ignores the operators',
    lectern: '400',
    odd: true,
    meets: always,
  },
  'populate-mixed': {
    section: SILENCE,
    strapi: '`populate[author]=true&populate[0]=tags` ignores `tags`',
    lectern: 'populates both',
    odd: true,
    meets: ({ relations, components, media, zones }) => relations || components || media || zones,
  },
  'longer-path-first': {
    section: SILENCE,
    strapi: '`populate[0]=author.avatar&populate[1]=author`, a path before the beginning of it, ignores the avatar',
    lectern: 'populates both',
    meets: ({ relations, components, media, zones }) => relations || components || media || zones,
  },
  'populate-private': {
    section: SILENCE,
    strapi: '`populate=author,privateRelation` ignores the second',
    lectern: '400, as for any unknown name',
    odd: true,
    meets: ({ privateRelations }) => privateRelations,
  },
  'forbidden-path': {
    section: SILENCE,
    strapi:
      '`populate=author.account`, where the caller may not find accounts, populates nothing; `populate=author.account.role,tags` no tags either',
    lectern: 'populates the author, and the tags',
    odd: true,
    meets: ({ relations }) => relations,
  },
  'entry-document-id': {
    section: SILENCE,
    strapi: '`filters[documentId]` on one entry is overwritten',
    lectern: 'it applies too: no match is a 404',
    odd: true,
    meets: always,
  },
  'colliding-groups': {
    section: SILENCE,
    strapi:
      '`filters[$or]…` beside `filters[author][$or]…`, or two relations with `$or` each: the last one counts, the others are ignored; `$and` likewise',
    lectern: 'all of them apply',
    meets: ({ relations, components, media }) => relations || components || media,
  },
  'sort-status': {
    section: SILENCE,
    strapi:
      '`sort=status:asc`, and `sort=order.status`, have no effect, not even on an attribute of that name; on that of a component 500',
    lectern: 'the attribute is sorted by; for a type that has no such attribute 400, as without the order',
    odd: true,
    meets: always,
  },
  'sort-without-order': {
    section: SILENCE,
    strapi:
      'an unknown name without an order, `sort[0][nothing]=` and `sort[id][nothing]=`, is ignored; `sort[nothing]=` is 400',
    lectern: '400 in all forms',
    odd: true,
    meets: always,
  },
  'sort-listed': {
    section: SILENCE,
    strapi:
      'two orders for one name, `sort[title]=asc&sort[title]=desc`, are ignored, and so are two names at one index, `sort[0]=title&sort[0]=id`',
    lectern: '400',
    odd: true,
    meets: always,
  },
  ...ANY_TYPE_DEPARTURES,
  'bare-pagination': {
    section: SILENCE,
    strapi: '`pagination[…]` of lists of users and of files is ignored',
    lectern: 'it applies',
    meets: always,
  },
  'one-file': {
    section: SILENCE,
    strapi: '`fields`, `filters` and `_q` of one file are checked, and ignored',
    lectern: 'they apply',
    meets: always,
  },
  localizations: {
    section: SILENCE,
    strapi:
      '`localizations` leave out whatever else is in the same list: they are empty with `locale=*`, and below a relation that shows several locales',
    lectern: 'they always list the other locales',
    meets: ({ locales }) => locales,
  },
  'json-order': {
    section: SILENCE,
    strapi: 'ordering operators on JSON compare texts or fail, by database',
    lectern: '400: JSON has no order',
    odd: true,
    meets: ({ json }) => json,
  },
  'drafts-in-filters': {
    section: LEAKS,
    strapi: 'relation filters and sorts see drafts, whatever the status',
    lectern: 'they see only rows that populate would show with this status',
    meets: ({ relationsToDrafts }) => relationsToDrafts,
  },
  'users-drafts': {
    section: LEAKS,
    strapi: 'related entries of users and files are shown in both versions, or as drafts, whatever the status',
    lectern: 'published ones, or drafts with `status=draft`',
    meets: ({ usersToDrafts }) => usersToDrafts,
  },
  'file-related': {
    section: LEAKS,
    strapi: '`populate=*` below a media field shows all that the file belongs to, drafts too',
    lectern: 'only where `related` is named',
    meets: ({ media }) => media,
  },
  'forbidden-in-populate': {
    section: LEAKS,
    strapi: 'filters and sorts inside populate may pass through types the caller may not find',
    lectern: '400, as for an unknown name',
    odd: true,
    meets: ({ relations }) => relations,
  },
  search: {
    section: LEAKS,
    strapi: '`_q` searches private columns, ids and `documentId`; `_` matches any character',
    lectern: 'texts that the caller may see, literally',
    meets: always,
  },
  'sorted-columns': {
    section: LEAKS,
    strapi:
      'columns that are sorted by show up although `fields` leaves them out; `order` of a component then shows its position',
    lectern: '`fields` is honoured',
    meets: ({ relations, components, media }) => relations || components || media,
  },
  'status-words': {
    section: LEAKS,
    strapi: 'any `status` but `published` shows drafts',
    lectern: 'anything but `draft` and `published` is 400',
    odd: true,
    meets: ({ drafts }) => drafts,
  },
  'drafts-granted': {
    section: LEAKS,
    strapi: 'a caller who may find a type may see its drafts',
    lectern: 'the same, unless `rest.drafts` is `granted`',
    meets: ({ draftsGranted, drafts }) => draftsGranted && drafts,
  },
  'hidden-nested': {
    section: LEAKS,
    strapi: "what is nested in a populate the caller may not follow is checked against the hidden type's names",
    lectern: 'it is not looked at',
    odd: true,
    meets: ({ relations }) => relations,
  },
  'names-told-apart': {
    section: LEAKS,
    strapi: 'a private or forbidden name is distinguishable from an unknown one by `details.path`',
    lectern: 'the same response, byte for byte',
    odd: true,
    meets: ({ privateTexts, privateRelations }) => privateTexts || privateRelations,
  },
  ...DATABASE_DEPARTURES,
  'media-filter': {
    section: PROFILES,
    strapi: 'filtering on a media field',
    lectern: '400',
    meets: ({ profile, media }) => profile === 'contract' && media,
  },
  'zone-on': {
    section: PROFILES,
    strapi: 'a dynamic zone populated with `on`: items whose component is not named',
    lectern: 'stay, with their own fields',
    meets: ({ profile, zones }) => profile === 'contract' && zones,
  },
  ...PROJECT_DEPARTURES,
} as const satisfies Record<string, Departure>

export type DepartureId = keyof typeof DEPARTURES

/** The section of docs/compatibility.md that describes it, relative to the package. */
export function linkTo(id: DepartureId): string {
  return `docs/compatibility.md#${DEPARTURES[id].section.toLowerCase().replaceAll(' ', '-')}`
}
