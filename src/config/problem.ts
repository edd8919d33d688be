/** A problem of a project or its database, for the person who can fix it. */
export interface Problem {
  /** The file, relative to the project folder; null if the problem is not in a file. */
  readonly file: string | null
  /** The place in the file: `attributes.author.target`; for a database, table and column. */
  readonly path: string | null
  readonly message: string
}

/** Thrown if a project cannot be served. Contains all problems, not only the first. */
export class ProjectError extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'))
    this.name = 'ProjectError'
    this.problems = problems
  }
}

/** A problem that is not in a file: one sentence. */
export function refusal(message: string): ProjectError {
  return new ProjectError([{ file: null, path: null, message }])
}

/** The database cannot be reached at the moment; the project itself may be correct. */
export class UnreachableError extends ProjectError {}

export function describeProblem(problem: Problem): string {
  const place = [problem.file, problem.path].filter((part) => part !== null).join(' › ')
  return place === '' ? problem.message : `${place}: ${problem.message}`
}
