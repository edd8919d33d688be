/** What is wrong with the replicas that the command line or the configuration names. */

import type { Problem } from '../config/problem.ts'
import type { DatabaseSettings } from '../config/settings.ts'

export function replicaProblems({
  client,
  replicas,
}: Pick<DatabaseSettings, 'client' | 'replicas'>): readonly Problem[] {
  // Without a database there is a greater problem already.
  if (replicas.length === 0 || client === 'none') return []
  if (client !== 'postgres') {
    return [problem('Replicas are copies of a PostgreSQL server, and the database is none; leave them out.')]
  }
  return replicas.flatMap((url, index) =>
    /^postgres(ql)?:\/\//i.test(url) && URL.canParse(url)
      ? []
      : [problem(`A replica is named by a postgresql:// URL, and number ${index + 1} of them is none.`)],
  )
}

function problem(message: string): Problem {
  return { file: null, path: 'replicas', message }
}
