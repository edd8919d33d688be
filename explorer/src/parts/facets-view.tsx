/** Counts by value, beside a page. A click on one asks for the entries that have it. */

import { type Facet, facetsOf } from '../model/facets.ts'
import { valueFilter } from '../model/group-filters.ts'
import { useStore } from '../state/store.ts'

export function FacetsView({ body }: { readonly body: unknown }) {
  const facets = facetsOf(body)
  return (
    <div class="facets">
      {facets.map((facet) => (
        <FacetList key={facet.name} facet={facet} />
      ))}
    </div>
  )
}

function FacetList({ facet: { name, values, more } }: { readonly facet: Facet }) {
  const { request, change } = useStore()
  const greatest = Math.max(1, ...values.map(({ count }) => count))
  const asked = request.value
  const key = [...(asked?.query.pagination.by ?? []), ...(asked?.query.pagination.byOthers ?? [])].find(
    (one) => one.split(':')[0] === name,
  )
  return (
    <section aria-label={`Values of ${name}`}>
      <h3>{name}</h3>
      {values.length === 0 && <p class="quiet">No entry has a value.</p>}
      <ul>
        {values.map(({ value, count }) => {
          const filter = key === undefined ? null : valueFilter(key, value)
          const text = String(value)
          return (
            <li key={text}>
              <button
                type="button"
                class="bar"
                style={{ '--share': `${((count / greatest) * 100).toFixed(1)}%` }}
                disabled={filter === null}
                aria-label={`${text}: ${count}. Filter by it`}
                onClick={() => {
                  if (asked === null || filter === null) return
                  change({ ...asked.query, filters: [...asked.query.filters, filter] })
                }}
              >
                <span>{text}</span>
                <b>{count.toLocaleString('en')}</b>
              </button>
            </li>
          )
        })}
      </ul>
      {more && <p class="quiet">There are more values.</p>}
    </section>
  )
}
