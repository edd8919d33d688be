/** The attributes of facets, beside a page (extension `aggregates`). */

import type { Pagination } from '../model/query-model.ts'
import { replaceAt } from '../model/replace-at.ts'
import { attributesOf, isScalar } from '../model/schema.ts'
import { useStore } from '../state/store.ts'
import { AddButton } from './controls.tsx'
import { Beyond } from './extension.tsx'
import { GroupKeyRow, isGroupKey } from './group-key-row.tsx'

interface FacetsProps {
  readonly uid: string
  readonly value: Pagination
  readonly onChange: (value: Pagination) => void
}

interface Facet {
  readonly key: string
  /** Whether the filter on the same attribute is ignored. */
  readonly others: boolean
}

export function FacetsPart({ uid, value, onChange }: FacetsProps) {
  const description = useStore().description.value
  if (description === null) return null
  const facets: readonly Facet[] = [
    ...value.by.map((key) => ({ key, others: false })),
    ...value.byOthers.map((key) => ({ key, others: true })),
  ]
  const set = (next: readonly Facet[]) =>
    onChange({
      ...value,
      by: next.filter(({ others }) => !others).map(({ key }) => key),
      byOthers: next.filter(({ others }) => others).map(({ key }) => key),
    })
  const replace = (index: number, facet: Facet | null) => set(replaceAt(facets, index, facet))
  const names = attributesOf(description, uid).filter(isScalar).filter(isGroupKey)
  const usual = names.find(({ type, name }) => type === 'enumeration' && !facets.some(({ key }) => key === name))
  const next = usual ?? names.find(({ type }) => type === 'boolean') ?? names[0]
  return (
    <div class="rows">
      {facets.map((facet, index) => (
        <GroupKeyRow
          key={index}
          uid={uid}
          value={facet.key}
          onChange={(key) => replace(index, key === null ? null : { ...facet, key })}
          label={`Count by ${index + 1}`}
          at={`facets/${index}`}
        >
          <label class="check">
            <input
              type="checkbox"
              checked={facet.others}
              onChange={(event) => replace(index, { ...facet, others: event.currentTarget.checked })}
            />
            without its own filter
          </label>
        </GroupKeyRow>
      ))}
      <div class="adds">
        <AddButton onClick={() => set([...facets, { key: next?.name ?? 'id', others: false }])}>Count by</AddButton>
        <Beyond name="aggregates" />
      </div>
    </div>
  )
}

export function facetsSummary({ by, byOthers }: Pagination): string {
  return by.length + byOthers.length === 0 ? 'none' : [...by, ...byOthers].join(', ')
}
