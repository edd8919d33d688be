import { formatSql } from '../model/format-sql.ts'
import type { Explanation } from '../state/answer.ts'
import { useStore } from '../state/store.ts'
import { AdviceView } from './advice-view.tsx'
import { SqlText } from './sql-text.tsx'

export function SqlView() {
  const { explanation, answer, description } = useStore()
  const found = explanation.value
  if (answer.value?.error !== null && answer.value?.error !== undefined) {
    return <p class="quiet">A request that is refused asks the database nothing.</p>
  }
  if (found === null) return <p class="quiet">Asking…</p>
  if (!('sql' in found)) return <p class="quiet">{found.message}</p>
  return (
    <div class="sql">
      <h3>Plan</h3>
      <Plan {...found} />
      {description.value?.advises === true && <AdviceView key={answer.value?.url} />}
      <h3>Statement</h3>
      <SqlText sql={formatSql(found.sql)} />
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

/** Expensive steps say why: colour alone is not accessible. */
function Plan({ plan, costly }: Pick<Explanation, 'plan' | 'costly'>) {
  return (
    <pre class="code">
      {plan.map((line, index) => {
        const why = costly[index] ?? null
        return (
          <span key={index} class={why === null ? undefined : 'costly'}>
            {line}
            {why !== null && <em> ← {why}</em>}
            {'\n'}
          </span>
        )
      })}
    </pre>
  )
}
