import { formatSql } from '../model/format-sql.ts'
import { useStore } from '../state/store.ts'

export function SqlView() {
  const { explanation, answer } = useStore()
  const found = explanation.value
  if (answer.value?.error !== null && answer.value?.error !== undefined) {
    return <p class="quiet">A request that is refused asks the database nothing.</p>
  }
  if (found === null) return <p class="quiet">Asking…</p>
  if (!('sql' in found)) return <p class="quiet">{found.message}</p>
  return (
    <div class="sql">
      <h3>Plan</h3>
      <pre class="code">{found.plan.join('\n')}</pre>
      <h3>Statement</h3>
      <pre class="code">{formatSql(found.sql)}</pre>
      <h3>Values</h3>
      {found.values.length === 0 ? (
        <p class="quiet">None.</p>
      ) : (
        <ol class="bound">
          {found.values.map((value, index) => (
            <li key={index}>
              <code>{JSON.stringify(value)}</code>
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
