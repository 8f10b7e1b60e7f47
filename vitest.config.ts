import { defineConfig } from 'vitest/config'

const never = ['**/node_modules/**', '**/dist/**']

// Packages resolve to their sources here, so a test never runs against a stale build.
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    retry: 0,
    // A PostgreSQL for the whole run, started when the first test asks for it.
    globalSetup: ['cloud/src/testing/global-setup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{protocol,cloud,agent}/src/**/*.test.ts',
            'test/{architecture,commands,deployment,fakes,motion-set}/**/*.test.ts',
          ],
          exclude: never,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Whole worlds of processes and sockets: one file at a time, after everything small has passed.
        extends: true,
        test: {
          name: 'scenarios',
          include: ['test/**/*.test.ts'],
          exclude: [...never, 'test/{architecture,commands,deployment,fakes,motion-set}/**'],
          fileParallelism: false,
          testTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
