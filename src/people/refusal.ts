import { ProjectError } from '../config/problem.ts'

/** One sentence for the person at the terminal. */
export function refusal(message: string): ProjectError {
  return new ProjectError([{ file: null, path: null, message }])
}
