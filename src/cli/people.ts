/** What `user`, `token` and `role` have in common. */

import type { People } from '../people/people.ts'
import type { Arguments } from './arguments.ts'
import type { Context, OpenOptions } from './context.ts'

/** Opens the database, reports what that changed, does the work, and closes it in any case. */
export async function withPeople(
  options: OpenOptions,
  context: Context,
  more: Arguments,
  work: (people: People) => Promise<void>,
): Promise<number> {
  const people = await context.openPeople(options, more.flag('yes'))
  try {
    // To standard error: standard output is for scripts.
    for (const notice of people.notices) context.err(notice)
    await work(people)
    return 0
  } finally {
    await people.close()
  }
}
