/** The response as a table or as cards, with links to related entries. */

import {
  columnsOf,
  type EntryValue,
  entriesOf,
  entryUrl,
  labelOf,
  linksIn,
  pictureIn,
  shortText,
} from '../model/entries.ts'
import { useStore } from '../state/store.ts'

export function TableView({ body }: { readonly body: unknown }) {
  const entries = entriesOf(body) ?? []
  const columns = columnsOf(entries)
  if (entries.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
    <section class="table-scroll" tabIndex={0} aria-label="Response as a table">
      <table class="entries">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            <tr key={index}>
              {columns.map((name, at) => (
                <td key={name}>
                  {at === firstText(columns, entries) ? (
                    <Self entry={entry} text={shortText(entry[name])} />
                  ) : (
                    <Cell name={name} value={entry[name]} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

export function CardsView({ body }: { readonly body: unknown }) {
  const entries = entriesOf(body) ?? []
  const columns = columnsOf(entries)
  return (
    <ul class="cards" aria-label="Response as cards">
      {entries.map((entry, index) => (
        <li key={index} class="card">
          <Thumbnail entry={entry} columns={columns} />
          <h3>
            <Self entry={entry} text={labelOf(entry)} />
          </h3>
          <dl>
            {columns
              .filter((name) => isTold(entry, name))
              .slice(0, MOST_FACTS)
              .map((name) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <Cell name={name} value={entry[name]} />
                  </dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

/** Facts on a card. */
const MOST_FACTS = 6

function isTold(entry: EntryValue, name: string): boolean {
  const value = entry[name]
  return shortText(value) !== '' && shortText(value) !== labelOf(entry) && pictureIn(value) === null
}

function firstText(columns: readonly string[], entries: readonly EntryValue[]): number {
  return columns.findIndex((name) => entries.every((entry) => pictureIn(entry[name]) === null))
}

/** A link to the entry itself. */
function Self({ entry, text }: { readonly entry: EntryValue; readonly text: string }) {
  const { request, description } = useStore()
  const isAlone = request.value?.documentId !== null
  const url =
    request.value === null || description.value === null || isAlone
      ? null
      : entryUrl(entry, [], request.value, description.value)
  return url === null ? <span>{text}</span> : <Follow url={url} label={text === '' ? labelOf(entry) : text} />
}

function Thumbnail({ entry, columns }: { readonly entry: EntryValue; readonly columns: readonly string[] }) {
  const picture = columns.map((name) => pictureIn(entry[name])).find((found) => found !== null)
  return picture === undefined || picture === null ? null : <img src={picture.url} alt={picture.text} loading="lazy" />
}

function Cell({ name, value }: { readonly name: string; readonly value: unknown }) {
  const { request, description } = useStore()
  const picture = pictureIn(value)
  if (picture !== null) return <img class="thumbnail" src={picture.url} alt={picture.text} loading="lazy" />
  const links =
    request.value === null || description.value === null ? [] : linksIn(value, [name], request.value, description.value)
  if (links.length === 0) return <span class="cell">{shortText(value)}</span>
  return (
    <span class="cell">
      {links.map(({ label, url }, index) => (
        <span key={url}>
          {index > 0 && ', '}
          <Follow url={url} label={label} />
        </span>
      ))}
    </span>
  )
}

/** A link of the page's own: the address holds the request, so it can also be opened in another tab. */
export function Follow({ url, label }: { readonly url: string; readonly label: string }) {
  const { open } = useStore()
  return (
    <a
      href={`#${url}`}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        open(url)
      }}
    >
      {label}
    </a>
  )
}
