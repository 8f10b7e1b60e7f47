import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../platform/clock.js'
import { createLogger } from '../platform/logger.js'
import { systemRandom } from '../platform/random.js'
import { type ChildPlan, planChildren, RelayChildren } from './relay-children.js'

/** A child that says how many cameras it holds and then does as its name says. */
const program = `
  const [, , cameras, habit] = process.argv
  process.send({ cameras: Number(cameras) })
  process.on('disconnect', () => process.exit())
  if (habit === 'dies') setTimeout(() => process.exit(1), 20)
  if (habit === 'refuses') process.exit(9)
  if (habit === 'stays') setInterval(() => undefined, 1000)
`

let folder: string
let lines: string[]
let stop: AbortController
let running: Promise<void>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'agent-children-'))
  await writeFile(join(folder, 'child.cjs'), program)
  lines = []
  stop = new AbortController()
  running = Promise.resolve()
})
afterEach(async () => {
  stop.abort()
  await running.catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
})

/** @param behave what the child of a plan holds, and what it does */
function run(
  plans: readonly ChildPlan[],
  behave: (plan: ChildPlan) => [cameras: number, habit: string],
): void {
  const children = new RelayChildren({
    plans,
    program: join(folder, 'child.cjs'),
    args: (plan) => behave(plan).map(String),
    clock: systemClock,
    // The shortest waits.
    random: { ...systemRandom, fraction: () => 0 },
    log: createLogger({ level: 'info', human: false, write: (line) => lines.push(line) }),
  })
  running = children.run(stop.signal)
}

interface Started {
  readonly child: number
  readonly pid: number
}

/** The children started so far, once there are as many as asked for. */
async function started(count: number): Promise<Started[]> {
  for (;;) {
    const found = lines.filter((line) => line.includes('relay.child_started'))
    if (found.length >= count) return found.map((line) => JSON.parse(line) as Started)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('the plan of a relay', () => {
  it('gives each fifty cameras a process with a folder of its own', () => {
    expect(planChildren('/data', 120)).toEqual([
      { number: 1, dataDir: '/data/relay-1', capacity: 50 },
      { number: 2, dataDir: '/data/relay-2', capacity: 50 },
      { number: 3, dataDir: '/data/relay-3', capacity: 20 },
    ])
    expect(planChildren('/data', 1)).toEqual([{ number: 1, dataDir: '/data/relay-1', capacity: 1 }])
  })
})

describe('the children of a relay', () => {
  it('begin one after the other, when all before are full', async () => {
    run(planChildren(folder, 120), ({ number }) => [number === 2 ? 49 : 50, 'stays'])
    const found = await started(2)
    expect(found.map(({ child }) => child)).toEqual([1, 2])
    stop.abort()
    await running
    expect(await started(2)).toHaveLength(2)
    for (const { pid } of found) expect(isAlive(pid)).toBe(false)
  })

  it('begin again where an earlier one may have left something to tell', async () => {
    await mkdir(join(folder, 'relay-2'))
    run(planChildren(folder, 120), () => [0, 'stays'])
    expect((await started(2)).map(({ child }) => child)).toEqual([1, 2])
  })

  it('are started again when they die, each by itself', async () => {
    await mkdir(join(folder, 'relay-2'))
    run(planChildren(folder, 100), ({ number }) => [0, number === 1 ? 'dies' : 'stays'])
    const found = await started(4)
    expect(found.filter(({ child }) => child === 2)).toHaveLength(1)
    expect(lines.filter((line) => line.includes('relay.child_died')).length).toBeGreaterThanOrEqual(2)
  })

  it('are given up, all of them, when one can never run', async () => {
    await mkdir(join(folder, 'relay-2'))
    run(planChildren(folder, 100), ({ number }) => [0, number === 2 ? 'refuses' : 'stays'])
    await expect(running).rejects.toMatchObject({ kind: 'already_running' })
    for (const { pid } of await started(2)) expect(isAlive(pid)).toBe(false)
  })
})
