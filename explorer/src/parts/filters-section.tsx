import { filtersSummary } from '../model/filters-summary.ts'
import type { QueryModel } from '../model/query-model.ts'
import { FilterList } from './filter-list.tsx'
import { Section } from './section.tsx'

interface FiltersSectionProps {
  readonly uid: string
  readonly query: QueryModel
  readonly set: (part: Partial<QueryModel>) => void
}

export function FiltersSection({ uid, query: { filters }, set }: FiltersSectionProps) {
  return (
    <Section title="Filters" summary={filtersSummary(filters)} isUsed={filters.length > 0} address="filters">
      <FilterList
        subject={{ kind: 'entries', uid, inside: false }}
        items={filters}
        onChange={(next) => set({ filters: next })}
        address="filters"
        where=""
      />
    </Section>
  )
}
