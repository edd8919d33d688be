import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { driver } from './src/dialects/sqlite/driver.ts'
import { LongestFirst } from './test/support/longest-first.ts'

/** A test that waits, for a process or for PostgreSQL, leaves its core to another. More would only make all of them slower. */
const WAITING_WORKERS = 1

export default defineConfig({
  // Tests look into databases with the driver that the server uses.
  resolve: { alias: { 'better-sqlite3': driver } },
  test: {
    // Against hangs alone: on a busy machine the longest properties take minutes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // better-sqlite3 is a native addon: child processes load it more reliably than threads.
    pool: 'forks',
    execArgv: optimizeLater(),
    maxWorkers: availableParallelism() + WAITING_WORKERS,
    sequence: { sequencer: LongestFirst },
    // No module has a state of its own that one file could leave to the next, and loading them anew takes minutes.
    isolate: false,
    // Transformed sources are kept below `node_modules/` for the next run: a single file then takes half the time.
    experimental: { fsModuleCache: true },
    // Tests of one module stand beside it and take seconds; those in `test/` are of the program as a whole, on both
    // databases. In one project, since each would transform the sources anew and start workers of its own.
    include: ['src/**/*.test.ts', 'explorer/src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/memory-folder.ts', 'test/support/postgres-broker.ts'],
  },
})

/**
 * Most code of a test runs a few times: optimizing it so early takes a tenth of the processor time. Node 24 and later have
 * no such option.
 */
function optimizeLater(): string[] {
  const options = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })
  return options.includes('--interrupt-budget (') ? ['--interrupt-budget=1000000'] : []
}
