/** The middle: a request, part by part. */

import type { QueryModel } from '../model/query-model.ts'
import { saysSomething } from '../model/read-pagination.ts'
import { titleOf } from '../model/schema.ts'
import { withOwnCursor } from '../model/turn-page.ts'
import { useStore } from '../state/store.ts'
import { AsWritten } from './as-written.tsx'
import type { PartProps } from './builder-props.ts'
import { useExtension } from './extension.tsx'
import { FacetsPart, facetsSummary } from './facets-part.tsx'
import { FieldsPicker, fieldsSummary } from './fields-picker.tsx'
import { FiltersSection } from './filters-section.tsx'
import { EntriesOrGroups, GroupsBuilder } from './groups-builder.tsx'
import { PaginationPart, paginationSummary } from './pagination.tsx'
import { PopulateOptions } from './populate-options.tsx'
import { PopulateTree, populateSummary } from './populate-tree.tsx'
import { invalid, Problem, useProblem } from './problem.tsx'
import { SearchBox, SearchWords } from './search-part.tsx'
import { Section } from './section.tsx'
import { SortList, sortSummary } from './sort-list.tsx'
import { Versions, versionsSummary } from './versions.tsx'

export function Builder() {
  const { request, change } = useStore()
  const current = request.value
  if (current === null) return <NotBuilt />
  const { type, query, groups } = current
  const set = (part: Partial<QueryModel>) => change(withOwnCursor({ ...query, ...part }, query))
  // Another type is another form: nothing of the last one stays open in it.
  return (
    <div class="builder" key={type.uid}>
      <Heading request={current} set={set} />
      {groups === null ? (
        <EntriesBuilder request={current} set={set} />
      ) : (
        <GroupsBuilder request={current} groups={groups} set={set} />
      )}
      <VersionsSection request={current} set={set} />
      <KeptParts query={query} set={set} />
    </div>
  )
}

/** Shows all parts of the request, even those without effect. */
function EntriesBuilder({ request: { type, documentId, query }, set }: PartProps) {
  const isList = type.kind === 'collectionType' && documentId === null
  const hasFacets = useExtension('aggregates')
  const { pagination } = query
  const isPaged = saysSomething({ ...pagination, by: [], byOthers: [] })
  const isCounted = pagination.by.length + pagination.byOthers.length > 0
  return (
    <>
      {(isList || query.filters.length > 0) && <FiltersSection uid={type.uid} query={query} set={set} />}
      <Section
        title="Populate"
        summary={populateSummary(query.populate)}
        isUsed={query.populate.kind !== 'none'}
        address="populate"
      >
        <PopulateTree
          uid={type.uid}
          populate={query.populate}
          onChange={(populate) => set({ populate })}
          address="populate"
          label="What to populate"
          Options={PopulateOptions}
        />
      </Section>
      <Section title="Fields" summary={fieldsSummary(query.fields)} isUsed={query.fields !== null} address="fields">
        <FieldsPicker uid={type.uid} fields={query.fields} onChange={(fields) => set({ fields })} address="fields" />
      </Section>
      {(isList || query.sort.length > 0) && (
        <Section title="Sort" summary={sortSummary(query.sort)} isUsed={query.sort.length > 0} address="sort">
          <SortList uid={type.uid} sort={query.sort} onChange={(sort) => set({ sort })} address="sort" />
        </Section>
      )}
      {(isList || isPaged) && (
        <Section title="Pagination" summary={paginationSummary(pagination)} isUsed={isPaged} address="pagination">
          <PaginationPart value={pagination} onChange={(next) => set({ pagination: next })} />
        </Section>
      )}
      {((isList && hasFacets) || isCounted) && (
        <Section title="Facets" summary={facetsSummary(pagination)} isUsed={isCounted} address="facets">
          <FacetsPart uid={type.uid} value={pagination} onChange={(next) => set({ pagination: next })} />
        </Section>
      )}
    </>
  )
}

function VersionsSection({ request: { type, documentId, query }, set }: PartProps) {
  if (!type.localized && !type.findsDrafts) return null
  return (
    <Section
      title="Locale and status"
      summary={versionsSummary(query)}
      isUsed={query.locales.length > 0 || query.status + query.publication !== ''}
      address="version"
    >
      <Versions type={type} isOne={type.kind === 'singleType' || documentId !== null} query={query} onChange={set} />
    </Section>
  )
}

function Heading({ request, set }: PartProps) {
  const { type, documentId, groups } = request
  const { changeEntry } = useStore()
  const problem = useProblem('documentId')
  return (
    <header class="heading">
      <h1>{titleOf(type.name)}</h1>
      <code>{type.uid}</code>
      <EntriesOrGroups request={request} />
      <div class="heading-inputs">
        {type.kind === 'collectionType' && documentId === null && <SearchBox request={request} set={set} />}
        {type.kind === 'collectionType' && type.findsOne && groups === null && (
          <input
            class="grows is-code"
            type="text"
            aria-label="documentId of one entry"
            placeholder="One entry: documentId"
            autocomplete="off"
            spellcheck={false}
            value={documentId ?? ''}
            onInput={(event) => changeEntry(event.currentTarget.value.trim() || null)}
            {...invalid(problem, 'documentId')}
          />
        )}
      </div>
      {type.kind === 'collectionType' && documentId === null && <SearchWords request={request} set={set} />}
      <Problem at="documentId" />
      <Problem at="_q" />
    </header>
  )
}

interface KeptPartsProps extends Pick<PartProps, 'set'> {
  readonly query: QueryModel
}

function KeptParts({ query, set }: KeptPartsProps) {
  if (query.asWritten.length === 0) return null
  return (
    <Section title="Kept as written" summary={`${query.asWritten.length} in the URL`} isUsed address="as-written">
      <p class="quiet">The builder cannot show these. They stay in the request until you remove them.</p>
      <AsWritten asWritten={query.asWritten} onChange={(asWritten) => set({ asWritten })} />
    </Section>
  )
}

function NotBuilt() {
  return (
    <div class="empty">
      <h1>The request is kept as written</h1>
      <p>
        Its path is not one of the content types you may find, or its query string cannot be taken apart. It can be
        edited above and sent as it is; choose a content type to build another.
      </p>
    </div>
  )
}
