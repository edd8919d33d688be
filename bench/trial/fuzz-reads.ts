import { typesWithRoutes } from '../../src/schema/models.ts'
import type { ContentType } from '../../src/schema/schema.ts'
import { brokenQuery } from '../../test/fuzz/broken.ts'
import { someQuery } from '../../test/fuzz/grammar.ts'
import { someExtendedRead } from './fuzz-extensions.ts'
import type { Request } from './pair.ts'
import { alikeIn, pathTo, type Reads } from './reads.ts'

/** Half of the reads use extensions. Of the others, two of three are in the grammar, and one is broken. */
export const someRead = (reads: Reads): Request => {
  const { schema, pick } = reads
  const type = pick.of(typesWithRoutes(schema))
  return pick.oncePer(2) ? someExtendedRead(type, reads) : somePlainRead(type, reads)
}

const somePlainRead = (type: ContentType, reads: Reads): Request => {
  const { schema, pick } = reads
  const sample = someQuery({ schema, pick }, type)
  const query = pick.oncePer(3) ? brokenQuery(pick, sample) : sample
  return {
    method: pick.oncePer(50) ? pick.of(['HEAD', 'OPTIONS', 'PATCH']) : 'GET',
    path: `${pathTo(type, reads)}?${query}`,
    headers: pick.of(reads.headers),
    alike: alikeIn(query, reads),
  }
}
