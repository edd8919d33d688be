/** PostgreSQL's dialect without a server. */

import { type DialectFacts, postgresDialect } from '../../src/dialects/postgres/dialect.ts'

const FACTS: DialectFacts = {
  schema: 'public',
  timeZone: null,
  foldingCollation: 'und-x-icu',
  hasIsJson: true,
  storesCounts: false,
  lacksStatistics: false,
}

export const postgresDialectWith = (facts: Partial<DialectFacts> = {}) => postgresDialect({ ...FACTS, ...facts })
