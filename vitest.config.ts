import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const never = ['**/node_modules/**', '**/dist/**']

/** Scenarios that ask by multicast who is there: what another one plays would be found as well. */
const alone = ['test/scenarios/{discovery,moved-camera}.test.ts']

/** Tests that replace a module, which no other may meet, or that look at all that their process has open. */
const isolated = [
  'agent/src/commands/{discover,program}.test.ts',
  'agent/src/upload/cut-at-each-step.test.ts',
  'test/fakes/camera/camera.test.ts',
]

/** Those that last longest: begun last, they would be waited for by themselves. */
const long = /\/(chaos|kill-cloud|two-relays|broken-link|demo|embedded-postgres)\.test\.ts$/

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of a sequencer, no array
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

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
    sequence: { sequencer: LongFirst },
    // A PostgreSQL for the whole run, started when the first test asks for it.
    globalSetup: ['cloud/src/testing/global-setup.ts'],
    projects: [
      {
        // Modules are loaded once for all files of a worker, which saves a third of the time.
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{protocol,cloud,agent}/src/**/*.test.ts',
            'test/{architecture,commands,deployment,fakes,motion-set}/**/*.test.ts',
          ],
          exclude: [...never, ...isolated],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: isolated,
          exclude: never,
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Whole worlds of processes and sockets, three at a time: they mostly wait. After everything small has passed.
        extends: true,
        test: {
          name: 'scenarios',
          include: ['test/**/*.test.ts'],
          exclude: [...never, 'test/{architecture,commands,deployment,fakes,motion-set}/**', ...alone],
          maxWorkers: 3,
          testTimeout: 180_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          exclude: never,
          fileParallelism: false,
          testTimeout: 180_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
