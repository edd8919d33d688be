/** Departures in the sections of docs/compatibility.md about projects and their files. */

import type { Departure } from './departure.ts'
import { ABSENT, CHANGES, CONTRADICTIONS } from './sections.ts'

export const PROJECT_DEPARTURES = {
  'inert-filters': {
    section: CONTRADICTIONS,
    strapi: 'filters and sorts through an inert relation are applied to the entry itself',
    lectern: '400, as for an unknown name',
    meets: ({ inertRelations }) => inertRelations,
  },
  'inert-below': {
    section: CONTRADICTIONS,
    strapi: 'what is populated below an inert relation is looked for in the type that has the relation, and may be 400',
    lectern: 'it is not looked at',
    odd: true,
    meets: ({ inertRelations }) => inertRelations,
  },
  'third-inverse': {
    section: CONTRADICTIONS,
    strapi: 'a relation that a third type names in `inversedBy` shows entries with the ids of that type',
    lectern: 'it is inert',
    meets: ({ inertRelations }) => inertRelations,
  },
  'no-route': {
    section: ABSENT,
    strapi: 'route policies, middlewares, custom controllers and routes of a project',
    lectern: 'not run: they are code of another framework',
    // The overview has its own list of types that are left out.
    odd: true,
    meets: () => true,
  },
  'no-max-limit': {
    section: ABSENT,
    strapi: 'where `rest.maxLimit` is not set, a page has as many entries as a request asks for',
    lectern: '100 at most, as `meta.pagination` shows',
    meets: ({ setsMaxLimit }) => !setsMaxLimit,
  },
  'role-users': {
    section: ABSENT,
    strapi: '`users` of a role',
    lectern: 'an unknown name: 400 in `populate`, `filters` and `sort`',
    odd: true,
    meets: () => true,
  },
  'foreign-relations': {
    section: ABSENT,
    strapi: 'relations to content types of other plugins, which are defined in their code',
    lectern: 'left out, as if they were not there; `lectern check` and the start name them',
    odd: true,
    meets: ({ foreignRelations }) => foreignRelations,
  },
  'zone-left-overs': {
    section: CHANGES,
    strapi: 'components that were taken out of a dynamic zone stay in its responses',
    lectern: 'they are left out',
    // Only projects with changed zones meet it.
    odd: true,
    meets: ({ zones }) => zones,
  },
} as const satisfies Record<string, Departure>
