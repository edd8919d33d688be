export type Counts = {
  requests: number
  writes: number
  worlds: number
  readonly findings: string[]
  /** When the run ends, whatever was planned: a moment of `performance.now()`. */
  readonly until: number
}

const mostFindings = 20

export const isOver = ({ findings, until }: Counts): boolean =>
  findings.length >= mostFindings || performance.now() >= until
