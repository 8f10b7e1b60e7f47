import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const never = ['**/node_modules/**', '**/dist/**']

/** Scenarios that ask by multicast who is there: what another one plays would be found as well. */
const alone = ['test/scenarios/{discovery,moved-camera}.test.ts']

/**
 * Tests that replace a module, which no other may meet, or that look at all that their process has open, or count every step of it.
 */
const isolated = [
  'agent/src/commands/{discover,program}.test.ts',
  'agent/src/upload/cut-at-each-step.test.ts',
  'cloud/contract/long-turns.test.ts',
  'test/fakes/camera/camera.test.ts',
]

/** Those that last longest: begun last, they would be waited for by themselves. */
const long =
  /\/(app-without-database|chaos|kill-cloud|two-relays|broken-link|demo|embedded-postgres)\.test\.ts$/

/** Isolated files come last: a worker that shares its modules ends where one of those is next, and another loads them anew. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of a sequencer, no array
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    const isIsolated = ({ project }: TestSpecification) => project.name === 'isolated'
    return [
      ...sorted.filter(isLong),
      ...sorted.filter((file) => !isLong(file) && !isIsolated(file)),
      ...sorted.filter(isIsolated),
    ]
  }
}

// Packages resolve to their sources here, so a test never runs against a stale build.
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 240_000,
    teardownTimeout: 30_000,
    retry: 0,
    // A state that is waited for may take its time on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    sequence: { sequencer: LongFirst },
    // A PostgreSQL for the whole run, started when the first test asks for it.
    globalSetup: ['cloud/testing/global-setup.ts'],
    projects: [
      {
        // Modules are loaded once for all files of a worker, which saves a third of the time. Four at a time, for many wait.
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{protocol,cloud,agent}/{src,testing,contract}/**/*.test.ts',
            'cloud/{client/src,console/src,console/player/src}/**/*.test.ts',
            'test/{architecture,commands,deployment,fakes,motion-set}/**/*.test.ts',
          ],
          exclude: [...never, ...isolated],
          isolate: false,
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: isolated,
          exclude: never,
          maxWorkers: 4,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Whole worlds of processes and sockets, four at a time: they mostly wait. After everything small has passed.
        // What they start is in processes of its own, so that the modules of the tests are loaded once for all files of a worker.
        extends: true,
        test: {
          name: 'scenarios',
          include: ['test/**/*.test.ts'],
          exclude: [...never, 'test/{architecture,commands,deployment,fakes,motion-set}/**', ...alone],
          isolate: false,
          maxWorkers: 4,
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
