import { highlightSql } from '../model/highlight-sql.ts'

/** SQL with colours. */
export function SqlText({ sql }: { readonly sql: string }) {
  return (
    <pre class="code">
      {highlightSql(sql).map(({ kind, text }, index) =>
        kind === 'plain' ? (
          text
        ) : (
          <span key={index} class={`sql-${kind}`}>
            {text}
          </span>
        ),
      )}
    </pre>
  )
}
