/** Groups of entries in place of the entries (extension `aggregates`): which, of what, in which order. */

import { filtersSummary } from '../model/filters-summary.ts'
import { type Groups, NO_GROUPS } from '../model/groups.ts'
import { EMPTY, type QueryModel } from '../model/query-model.ts'
import { saysSomething } from '../model/read-pagination.ts'
import type { RequestModel } from '../model/request.ts'
import { attributesOf, type Description, isScalar } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import type { PartProps } from './builder-props.ts'
import { Segments } from './controls.tsx'
import { Beyond, useExtension } from './extension.tsx'
import { FiltersSection } from './filters-section.tsx'
import { GroupSort } from './group-sort.tsx'
import { GroupKeys, Measures } from './groups-part.tsx'
import { HavingList } from './having-list.tsx'
import { PaginationPart, paginationSummary } from './pagination.tsx'
import { Section } from './section.tsx'
import { sortSummary } from './sort-list.tsx'

const KINDS = [
  { value: 'entries', label: 'Entries' },
  { value: 'groups', label: 'Groups' },
] as const

/** Chooses between entries and groups of entries. */
export function EntriesOrGroups({ request }: { readonly request: RequestModel }) {
  const { description, changeGroups } = useStore()
  const isOn = useExtension('aggregates')
  const { type, documentId, query, groups } = request
  const found = description.value
  if (found === null || (groups === null && (!isOn || type.kind === 'singleType' || documentId !== null))) return null
  return (
    <span class="kinds">
      <Segments
        label="Entries or groups"
        value={groups === null ? 'entries' : 'groups'}
        options={KINDS}
        onChange={(kind) => changeGroups(kind === 'entries' ? null : firstGroups(found, type.uid), rowsOf(query))}
      />
      {groups !== null && <Beyond name="aggregates" />}
    </span>
  )
}

/** Initially by a field with few values. */
function firstGroups(description: Description, uid: string): Groups {
  const fields = attributesOf(description, uid).filter(isScalar)
  const few = fields.find(({ type }) => type === 'enumeration') ?? fields.find(({ type }) => type === 'boolean')
  return few === undefined ? NO_GROUPS : { ...NO_GROUPS, by: [few.name] }
}

/** Parameters that select entries; all others apply to entries or to groups only. */
function rowsOf({ search, filters, locales, fallsBack, status, publication, asWritten }: QueryModel): QueryModel {
  return { ...EMPTY, search, filters, locales, fallsBack, status, publication, asWritten }
}

export function GroupsBuilder({ request, groups, set }: PartProps & { readonly groups: Groups }) {
  const { changeGroups } = useStore()
  const { type, query } = request
  const { by, measures, having } = groups
  const parts = { uid: type.uid, groups, onChange: (next: Groups) => changeGroups(next) }
  const page = query.pagination
  return (
    <>
      <Section title="Groups" summary={by.join(', ') || 'one of all'} isUsed={by.length > 0} address="by">
        <GroupKeys {...parts} />
      </Section>
      <Section
        title="Computed"
        summary={measures.length === 0 ? (groups.count ? 'how many' : 'nothing') : `${measures.length} values`}
        isUsed={measures.length > 0}
        address="count"
      >
        <Measures {...parts} />
      </Section>
      <FiltersSection uid={type.uid} query={query} set={set} />
      <Section title="Groups where" summary={filtersSummary(having)} isUsed={having.length > 0} address="having">
        <HavingList {...parts} />
      </Section>
      <Section
        title="Sort"
        summary={query.sort.length === 0 ? 'by group' : sortSummary(query.sort)}
        isUsed={query.sort.length > 0}
        address="sort"
      >
        <GroupSort uid={type.uid} groups={groups} sort={query.sort} onChange={(sort) => set({ sort })} />
      </Section>
      <Section title="Pagination" summary={paginationSummary(page)} isUsed={saysSomething(page)} address="pagination">
        <PaginationPart value={page} onChange={(pagination) => set({ pagination })} hasCursors={false} />
      </Section>
    </>
  )
}
