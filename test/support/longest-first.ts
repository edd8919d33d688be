/** The order of test files: the longest first, or the last of them would run alone while the other cores are idle. */

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that compute alternate with files that wait for other processes, so that both find a core. */
export const LONGEST: readonly string[] = [
  'test/security/no-oracle.test.ts',
  'test/overload/abandoned.test.ts',
  'test/docs/pages.test.ts',
  'test/postgres-process/replicas.test.ts',
  'test/writes/random-writes.test.ts',
  'test/open/strapi-restarts.test.ts',
  'test/overload/unread-responses.test.ts',
  'test/security/drafts.test.ts',
  'test/extensions/unchanged.test.ts',
  'test/cli.test.ts',
  'test/writes/concurrent.test.ts',
  'test/explorer/extensions.test.ts',
  'test/compare/recorded.test.ts',
  'test/answers/staleness-by-snapshot.test.ts',
  'test/openapi/page.test.ts',
  'test/deploy/container.test.ts',
  'test/writes/untouched-links.test.ts',
  'test/open/migrated.test.ts',
  'test/postgres-process/failures.test.ts',
  'test/migrate/switches.test.ts',
  'test/overload/fairness.test.ts',
  'test/cli-workers.test.ts',
  'test/fuzz/query-strings.test.ts',
  'test/transfer/killed.test.ts',
  'test/migrate/cli.test.ts',
  'test/differential/sqlite-and-postgres.test.ts',
  'test/explorer/explorer.test.ts',
  'test/docs/example.test.ts',
  'test/postgres-process/failover.test.ts',
  'test/answers/staleness.test.ts',
  'test/transfer/magazine.test.ts',
  'test/writes/long-lists.test.ts',
  'test/writes/replaced-file.test.ts',
  'test/people/users.test.ts',
  'test/migrate/migrate.test.ts',
  'test/properties/random-filters.test.ts',
  'test/properties/laws-of-filters.test.ts',
  'test/migrate/random-switches.test.ts',
  'test/writes/crash.test.ts',
  'test/upload/killed.test.ts',
  'test/conformance/recorded-cases.test.ts',
  'test/differential/edge-values.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place === -1 ? LONGEST.length : place
}
