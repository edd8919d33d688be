/** Something wrong with a project or its database, for the person who can fix it. */
export interface Problem {
  /** The file it is in, relative to the project folder; null when it is not in a file. */
  readonly file: string | null
  /** Where in the file: `attributes.author.target`; or the table and column in a database. */
  readonly path: string | null
  readonly message: string
}

/** Thrown when a project cannot be served; holds everything that was found, not only the first thing. */
export class ProjectError extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'))
    this.name = 'ProjectError'
    this.problems = problems
  }
}

/** A problem that is in no file: one sentence for the person at the terminal. */
export function refusal(message: string): ProjectError {
  return new ProjectError([{ file: null, path: null, message }])
}

/** The project may be correct: its database cannot be reached at the moment. */
export class UnreachableError extends ProjectError {}

export function describeProblem(problem: Problem): string {
  const place = [problem.file, problem.path].filter((part) => part !== null).join(' › ')
  return place === '' ? problem.message : `${place}: ${problem.message}`
}
