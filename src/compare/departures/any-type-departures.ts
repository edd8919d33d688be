/** Departures that concern polymorphic relations (`morphToOne`, `morphToMany`) and their inverse sides. */

import type { Departure } from './departure.ts'
import { CRASHES, LEAKS, SILENCE } from './sections.ts'

export const ANY_TYPE_DEPARTURES = {
  'any-type-gone': {
    section: CRASHES,
    strapi:
      'a relation to any type whose row has a type that is not there any more is a 500 when it leads to one entry',
    lectern: 'null, and left out of lists',
    odd: true,
    meets: ({ anyType }) => anyType,
  },
  'any-type-options': {
    section: SILENCE,
    strapi:
      'a relation to any type with `fields`, `filters` or `sort`, or written `populate[about]=*`, vanishes from the response',
    lectern: '400 that says to use `on`',
    odd: true,
    meets: ({ anyType }) => anyType,
  },
  'any-type-populate': {
    section: SILENCE,
    strapi: '`populate=*` below a relation to any type takes it out of the response',
    lectern: 'populates it',
    odd: true,
    meets: ({ anyType }) => anyType,
  },
  'any-type-null': {
    section: SILENCE,
    strapi:
      '`fields` together with a populated relation to any type (one) gives null; `fields` of its other side (`morphOne`, `morphMany`) shows nothing',
    lectern: 'gives the entry, and the entries of the other side',
    meets: ({ anyType }) => anyType,
  },
  'any-type-count': {
    section: SILENCE,
    strapi: '`count` of the other side of a relation to any type (`morphOne`, `morphMany`) shows the entries',
    lectern: 'shows their number',
    meets: ({ morphInverse }) => morphInverse,
  },
  'any-type-leaks': {
    section: LEAKS,
    strapi: 'entries behind `morphOne`/`morphMany` are not sanitized; relations to any type show drafts',
    lectern: 'same rules as any relation',
    meets: ({ morphInverse, anyType }) => morphInverse || anyType,
  },
  'unchecked-below-any-type': {
    section: LEAKS,
    strapi:
      'filters and sorts are not checked below `morphOne` and `morphMany`: private names and types that the caller may not find are looked into, unknown names are ignored',
    lectern: '400, as anywhere else',
    odd: true,
    meets: ({ morphInverse }) => morphInverse,
  },
  'any-type-administration': {
    section: LEAKS,
    strapi:
      'relations to any type show rows of the admin panel that they lead to (`admin::role`, `admin::api-token`), to callers with API tokens',
    lectern: 'never',
    odd: true,
    meets: ({ anyType }) => anyType,
  },
} as const satisfies Record<string, Departure>
