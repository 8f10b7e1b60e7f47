import { readFile } from 'node:fs/promises'
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

/** A browser keeps the processor busy; what has none mostly waits. */
const hasBrowser = async ({ moduleId }: TestSpecification): Promise<boolean> =>
  /startChromium|startConsole/.test(await readFile(moduleId, 'utf8'))

/** First of the one, then of the other, as long as there are both. */
function inTurn<T>(some: readonly T[], others: readonly T[]): T[] {
  const pairs = Array.from({ length: Math.max(some.length, others.length) }, (_, at) => [
    some[at],
    others[at],
  ])
  return pairs.flat().filter((one) => one !== undefined)
}

/**
 * What is small before whole worlds, and of these one with a browser and one without in turn: both together fill the machine, one kind
 * after the other overloads it first and leaves it idle then.
 * Isolated files come behind all others of their size: a worker that shares its modules ends where one of those is next, and another
 * loads them anew.
 */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of a sequencer, no array
    const sorted = await super.sort(files)
    const of = (name: string) => sorted.filter(({ project }) => project.name === name)
    const unit = of('unit')
    const worlds = of('scenarios')
    const withBrowser = new Set<TestSpecification>()
    for (const file of worlds) if (await hasBrowser(file)) withBrowser.add(file)
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
    return [
      ...longFirst(unit, isLong),
      ...of('isolated'),
      ...inTurn(
        worlds.filter((file) => withBrowser.has(file)),
        longFirst(
          worlds.filter((file) => !withBrowser.has(file)),
          isLong,
        ),
      ),
      ...of('alone'),
    ]
  }
}

function longFirst<T>(files: readonly T[], isLong: (file: T) => boolean): T[] {
  return [...files.filter(isLong), ...files.filter((file) => !isLong(file))]
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
    sequence: { sequencer: InOrder },
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
        // Whole worlds of processes and sockets, four at a time: they mostly wait. Behind everything small.
        // What they start is in processes of its own, so that the modules of the tests are loaded once for all files of a worker.
        extends: true,
        test: {
          name: 'scenarios',
          include: ['test/**/*.test.ts'],
          exclude: [...never, 'test/{architecture,commands,deployment,fakes,motion-set}/**', ...alone],
          isolate: false,
          maxWorkers: 4,
          testTimeout: 180_000,
          sequence: { groupOrder: 0 },
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
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
