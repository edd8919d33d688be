/** As much of a logger of pino as is used. The declarations of the package must not need those of pino, which is inside of it. */
export interface Log {
  readonly debug: LogLine
  readonly info: LogLine
  readonly warn: LogLine
  readonly error: LogLine
  isLevelEnabled(level: string): boolean
}

interface LogLine {
  (message: string): void
  (details: object, message?: string): void
}
