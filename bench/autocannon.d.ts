// autocannon ships no types; only what the bench uses is declared.
declare module 'autocannon' {
  interface Options {
    readonly url: string
    readonly connections: number
    readonly duration: number
    readonly timeout?: number
  }

  interface Result {
    readonly duration: number
    readonly errors: number
    readonly timeouts: number
    readonly non2xx: number
    readonly '2xx': number
  }

  interface Instance {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): void
    stop(): void
  }

  export default function autocannon(options: Options, done: (error: Error | null, result: Result) => void): Instance
}
