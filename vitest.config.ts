import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'explorer/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-broker.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // better-sqlite3 is a native addon: child processes load it more reliably than threads.
    pool: 'forks',
    // Half as many more than cores: files about processes, deadlines and failover wait more than they work.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // No module has a state of its own that one file could leave to the next, and loading them anew takes minutes.
    isolate: false,
  },
})
