/** Whether differences may come from the version of Strapi that is compared with. */

import { resolve } from 'node:path'
import { type Compared, countOf } from '../compare/comparison.ts'
import { strapiVersion } from '../project/strapi-version.ts'

/** The minor version whose responses Lectern gives. */
const FOLLOWED = '5.54'

/** Minor versions of Strapi differ in details: 5.0 shows `locale` of related entries that have none. */
export function remarkOnVersion(project: string, compared: readonly Compared[]): readonly string[] {
  const version = strapiVersion(resolve(project))
  const isFollowed = version === null || version.startsWith(`${FOLLOWED}.`)
  if (isFollowed || countOf(compared, 'different') === 0) return []
  return [
    `The project has Strapi ${version}, and Lectern responds as ${FOLLOWED}: differences may be changes between the two versions. To find out, compare with a copy of the project on Strapi ${FOLLOWED}.`,
  ]
}
