/** `lectern check`: a problem of the project is thrown by opening it, and reported like any other. */

import { describeProblem } from '../config/problem.ts'
import { createLogger } from '../http/logger.ts'
import type { Context, OpenOptions, Project } from './context.ts'
import { styleFor } from './style.ts'

export async function check(options: OpenOptions, context: Context): Promise<number> {
  const project = await context.openProject({ ...options, logger: createLogger({ level: 'silent' }) })
  for (const notice of [...project.leftOut.map(describeProblem), ...project.notices]) context.out(notice)
  const miscounts = await context.findMiscounts(options)
  if (miscounts.length > 0) {
    await project.close()
    for (const miscount of miscounts) context.err(miscount)
    return 1
  }
  context.out(`${styleFor(context.colour.out).green('No problems')}: ${describeProject(project)}.`)
  await project.close()
  return 0
}

export function describeProject({ summary }: Project): string {
  const { contentTypes, components, database } = summary
  return `${count(contentTypes, 'content type')}, ${count(components, 'component')}, database ${database}`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
