// autocannon ships no types; only what the bench uses is declared.
declare module 'autocannon' {
  interface Options {
    readonly url: string
    readonly connections: number
    readonly amount: number
    readonly timeout: number
    readonly sampleInt: number
  }

  interface Result {
    readonly errors: number
    readonly timeouts: number
    readonly non2xx: number
  }

  interface Instance {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void
  }

  function autocannon(options: Options, done: (error: Error | null, result: Result) => void): Instance
  namespace autocannon {
    export type { Result }
  }
  export default autocannon
}
