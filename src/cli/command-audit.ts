/** A log line for each change by the command line, without passwords, keys and values of content. */

export interface CommandAudit {
  readonly action: string
  /** The user of the operating system. */
  readonly by: { readonly kind: 'command line'; readonly user: string }
  readonly about: About
  readonly outcome: 'done'
}

export type About = Readonly<Record<string, unknown>>

/** Runs the work, and logs it if it succeeds. `about` returns null if there is nothing to log. */
export type Audited = <T>(action: string, work: Promise<T>, about: (result: T) => About | null) => Promise<T>

export function createAudited(user: string, tell: (event: CommandAudit) => void): Audited {
  return async (action, work, about) => {
    const result = await work
    const details = about(result)
    if (details !== null) tell({ action, by: { kind: 'command line', user }, about: details, outcome: 'done' })
    return result
  }
}
