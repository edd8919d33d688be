/** Departures in the section "The same response on every database" of docs/compatibility.md. */

import type { Departure } from './departure.ts'

const DATABASES = 'The same response on every database'

export const DATABASE_DEPARTURES = {
  'exact-case': {
    section: DATABASES,
    strapi: '`$contains`, `$startsWith`, `$endsWith` ignore ASCII case on SQLite',
    lectern: 'exact everywhere',
    meets: ({ foldsAsciiOnly }) => foldsAsciiOnly,
  },
  'every-script': {
    section: DATABASES,
    strapi: 'the `i` operators and `_q` do not know `É` on SQLite',
    lectern: 'they fold every script',
    meets: ({ foldsAsciiOnly }) => foldsAsciiOnly,
  },
  'text-in-numbers': {
    section: DATABASES,
    strapi:
      "text operators, `$eqi` and `$nei` on numbers, dates, booleans and JSON fail on PostgreSQL, or search the database's own text of the value: on SQLite, the milliseconds of a date",
    lectern: 'they search the value as the response shows it',
    odd: true,
    meets: () => true,
  },
  'text-as-json': {
    section: DATABASES,
    strapi: 'a filter that compares JSON with a text that is not JSON fails on PostgreSQL',
    lectern: 'the text is compared as a JSON string',
    meets: ({ failsOnOtherTypes, json }) => failsOnOtherTypes && json,
  },
  'fraction-of-whole': {
    section: DATABASES,
    strapi:
      'a filter that compares an id or another whole number with a fraction, or with a number such as `1e2`, fails on PostgreSQL',
    lectern: 'it compares them',
    meets: ({ failsOnOtherTypes }) => failsOnOtherTypes,
  },
  'count-beside-others': {
    section: DATABASES,
    strapi: '`count` beside `fields`, `populate` or `sort` of the same relation fails on PostgreSQL',
    lectern: 'it counts',
    meets: ({ failsOnOtherTypes, relations, components }) => failsOnOtherTypes && (relations || components),
  },
  'repeated-sort': {
    section: DATABASES,
    strapi:
      'an attribute that `sort` names twice, beside one of a relation or component (`sort=author.name,id,id`), fails on PostgreSQL',
    lectern: 'the first counts',
    odd: true,
    meets: ({ failsOnOtherTypes, relations, components }) => failsOnOtherTypes && (relations || components),
  },
  'big-integers': {
    section: DATABASES,
    strapi: 'bigintegers beyond 2^53 are rounded on SQLite',
    lectern: 'exact',
    meets: ({ roundsBigIntegers, bigIntegers }) => roundsBigIntegers && bigIntegers,
  },
  'time-decimals': {
    section: DATABASES,
    strapi: '`time` has as many decimals as it needs on PostgreSQL',
    lectern: 'always three',
    meets: ({ trimsTimes, times }) => trimsTimes && times,
  },
  'json-equality': {
    section: DATABASES,
    strapi: 'JSON equality depends on spaces and the order of keys on SQLite',
    lectern: 'it does not',
    meets: ({ comparesJsonAsText, json }) => comparesJsonAsText && json,
  },
  ties: {
    section: DATABASES,
    strapi:
      'ties among sorted populated entries, and in lists of files and users, have no order; nor have these lists without `sort`',
    lectern: 'they go to the lower id',
    meets: ({ relations, components }) => relations || components,
  },
  'localizations-order': {
    section: DATABASES,
    strapi: '`localizations` have no order',
    lectern: 'they come in the order of their ids',
    meets: ({ locales }) => locales,
  },
  'component-document-id': {
    section: DATABASES,
    strapi: 'components have no `documentId`',
    lectern: 'they have one in a database that Lectern made',
    meets: ({ ownDatabase, components }) => ownDatabase && components,
  },
} as const satisfies Record<string, Departure>
