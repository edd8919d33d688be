/** Groups as a table, with bars that compare their numbers. */

import { entriesUrl, type GroupRow, groupTable, numberOf, type ValueColumn } from '../model/group-table.ts'
import { useStore } from '../state/store.ts'
import { Follow } from './entries-view.tsx'

export function GroupsView({ body }: { readonly body: unknown }) {
  const table = groupTable(body)
  if (table === null) return null
  const { keys, values, rows } = table
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
    <section class="table-scroll" tabIndex={0} aria-label="Groups as a table">
      <table class="entries groups">
        <thead>
          <tr>
            {keys.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {values.map(({ name }) => (
              <th key={name} scope="col" class="is-number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.keys.map((key, at) => (
                <td key={keys[at]}>{at === 0 ? <Entries row={row} text={textOf(key)} /> : <Text value={key} />}</td>
              ))}
              {values.map((column, at) => (
                <Bar key={column.name} column={column} value={row.values[at]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Bar({ column: { greatest }, value }: { readonly column: ValueColumn; readonly value: unknown }) {
  const number = numberOf(value)
  const share = number === null || greatest === 0 ? 0 : Math.max(0, number / greatest)
  return (
    <td class="is-number">
      <span class="bar" style={{ '--share': `${(share * 100).toFixed(1)}%` }}>
        {number === null ? <Text value={value} /> : shown(number)}
      </span>
    </td>
  )
}

/** Rounded to a readable number of digits. */
function shown(number: number): string {
  return number.toLocaleString('en', { maximumFractionDigits: 2 })
}

function Text({ value }: { readonly value: unknown }) {
  return value === null || value === undefined ? <em class="quiet">none</em> : <span>{textOf(value)}</span>
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? 'none' : String(value)
}

/** A link to the entries of a group, if a request can express them. */
function Entries({ row, text }: { readonly row: GroupRow; readonly text: string }) {
  const { request, description } = useStore()
  const asked = request.value
  if (asked === null || asked.groups === null || description.value === null) return <span>{text}</span>
  const url = entriesUrl(row, asked, asked.groups, description.value.prefix)
  return url === null ? <span>{text}</span> : <Follow url={url} label={text} />
}
