/**
 * The part of a pino logger that Lectern uses. The package's type declarations must not depend on pino, which is
 * bundled.
 */
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
