import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Against hangs alone: on a busy machine the longest properties take minutes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // better-sqlite3 is a native addon: child processes load it more reliably than threads.
    pool: 'forks',
    // All cores: most of a file's time is its own work, not waiting.
    maxWorkers: '100%',
    // No module has a state of its own that one file could leave to the next, and loading them anew takes minutes.
    isolate: false,
    projects: [
      // Tests of one module, beside it: no service to start, so that all of them take seconds.
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts', 'explorer/src/**/*.test.ts'] } },
      // Tests of the program as a whole, on both databases.
      {
        extends: true,
        test: { name: 'whole', include: ['test/**/*.test.ts'], globalSetup: ['test/support/postgres-broker.ts'] },
      },
    ],
  },
})
