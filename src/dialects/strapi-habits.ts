/** Where Strapi's answers depend on the database that it reads. */

import type { DatabaseTarget } from '../config/settings.ts'

export interface StrapiHabits {
  /** `$contains` and its like ignore ASCII case, and the `i` operators know ASCII alone. */
  readonly foldsAsciiOnly: boolean
  readonly roundsBigIntegers: boolean
  readonly comparesJsonAsText: boolean
  readonly trimsTimes: boolean
  /** Text operators on anything but texts. */
  readonly failsOnOtherTypes: boolean
}

export function strapiHabits({ client }: Pick<DatabaseTarget, 'client'>): StrapiHabits {
  const inFile = client === 'sqlite'
  return {
    foldsAsciiOnly: inFile,
    roundsBigIntegers: inFile,
    comparesJsonAsText: inFile,
    trimsTimes: !inFile,
    failsOnOtherTypes: !inFile,
  }
}
