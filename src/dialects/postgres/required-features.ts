/**
 * Features that our statements need besides the version: some databases speak PostgreSQL's protocol without being
 * PostgreSQL. Checked once at startup, so that requests do not fail later.
 */

import type { ClientBase } from 'pg'
import { ProjectError } from '../../config/problem.ts'
import { isLostConnection } from './error-codes.ts'
import type { ServerFacts } from './server-facts.ts'

interface Feature {
  /** The name in messages. */
  readonly name: string
  readonly attempt: string
}

const FEATURES: readonly Feature[] = [
  { name: 'row_to_json', attempt: 'select row_to_json(o.*) from (select 1 as a) as o' },
  { name: 'json_build_object', attempt: "select json_build_object('a'::text, 1)::text::json" },
  { name: 'json_agg with an order', attempt: 'select json_agg(v.n order by v.n desc) from (values (1), (2)) as v(n)' },
  {
    name: 'correlated subqueries with order and limit',
    attempt:
      'select (select b.n from (values (1), (2)) as b(n) where b.n >= a.n order by 1 limit 1) from (values (1)) as a(n)',
  },
  {
    name: 'materialized with queries',
    attempt: 'with best(value) as materialized (select 1) select value from best',
  },
  { name: 'jsonb with #>> and jsonb_typeof', attempt: `select '"x"'::jsonb #>> '{}', jsonb_typeof('[]'::jsonb)` },
  {
    name: 'to_char with milliseconds',
    attempt: `select to_char(timestamp '2024-01-02 03:04:05.678', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
  { name: 'to_char of times', attempt: `select to_char(time '03:04:05.678', 'HH24:MI:SS.MS')` },
  {
    name: 'at time zone and extract(epoch)',
    attempt: "select extract(epoch from timestamp '2024-01-02 03:04:05' at time zone 'UTC' at time zone 'UTC')",
  },
  {
    name: 'set_config for one transaction',
    attempt: "select set_config('lectern.rows_left', '1', true), current_setting('lectern.rows_left')",
  },
  { name: 'trim_scale', attempt: 'select trim_scale(1.50::numeric)' },
  { name: 'regexp_replace with flags', attempt: "select regexp_replace('a a', '(a)|\\s+', '\\1', 'g')" },
]

type FeatureFacts = Pick<ServerFacts, 'version' | 'database' | 'foldingCollation' | 'hasIsJson'>

export async function requireFeatures(client: Pick<ClientBase, 'query'>, facts: FeatureFacts): Promise<void> {
  const features = requiredFeatures(facts)
  // All in one round trip; they are run one by one only if that fails.
  if ((await failure(client, features.map(({ attempt }) => attempt).join('; '))) === null) return
  const missing: string[] = []
  for (const { name, attempt } of features) {
    const reason = await failure(client, attempt)
    if (reason !== null) missing.push(`${name} (${reason})`)
  }
  if (missing.length > 0) throw refusal(facts, missing)
}

/** docs/production.md lists these names. */
export function requiredFeatures({
  foldingCollation,
  hasIsJson,
}: Pick<FeatureFacts, 'foldingCollation' | 'hasIsJson'>): readonly Feature[] {
  const folding = `select 'Ä' collate "C" ilike 'x', 'Ä' collate "${foldingCollation}" ilike 'ä'`
  return [
    ...FEATURES,
    { name: 'ilike with a collation', attempt: folding },
    ...(hasIsJson ? [{ name: 'is json', attempt: `select '[]'::text is json` }] : []),
  ]
}

/** The server's error for a statement; null if it succeeds. */
async function failure(client: Pick<ClientBase, 'query'>, statement: string): Promise<string | null> {
  try {
    await client.query(statement)
    return null
  } catch (error) {
    if (isLostConnection(error) || !(error instanceof Error)) throw error
    return error.message
  }
}

function refusal({ version, database }: FeatureFacts, missing: readonly string[]): ProjectError {
  const problems = missing.map((feature) => ({
    file: null,
    path: null,
    message: `The server of ${database}, which calls itself PostgreSQL ${version}, lacks ${feature}, which Lectern needs.`,
  }))
  return new ProjectError(problems)
}
