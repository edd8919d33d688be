/** Code that `user`, `token` and `role` share. */

import type { People } from '../people/people.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'

/** Opens the database, prints its notices, runs the work, and closes the database in any case. */
export async function withPeople(
  options: OpenOptions,
  context: Context,
  more: Arguments,
  work: (people: People) => Promise<void>,
): Promise<number> {
  const people = await context.openPeople(options, more.flag('yes'))
  try {
    // To standard error, since scripts read standard output.
    for (const notice of people.notices) context.err(notice)
    await work(people)
    return 0
  } finally {
    await people.close()
  }
}
