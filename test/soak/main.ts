import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect, parseArgs } from 'node:util'
import { findFfmpeg, systemClock } from '@sightline/agent/testing'
import { Seeded } from '@sightline/protocol/testing'
import { machineOf } from '../bench/machine.js'
import { endAll } from '../bench/running.js'
import { type Ages, agesOf, agesRow, haveAged } from './ages.js'
import { growthOf, growthTable } from './growth.js'
import { type Holdings, holdingsOf, type SoakProgram } from './holdings.js'
import { Inspector } from './inspector.js'
import { SoakSite } from './soak-site.js'
import type { SoakViewers } from './soak-viewers.js'

const help = `npm run soak [-- --cameras 48] [-- --minutes 10] [-- --seed 1]

One agent with many cameras, behind the built cloud: people walk by, connections are reset, cameras freeze and lose power,
settings change, cameras are replaced, the line breaks; and all cameras are watched live, by some all the while, by others
that are slow, do not read, or come and go. What agent and cloud hold of memory, handles, children and objects is compared
between moments of rest: after warming up, half-way, and at the end; so is how old pictures are when viewers get them. The
exit code is 1 if anything has grown by more than a margin allows (docs/performance.md).`

/** Code is compiled and pools are filled in that time; the same happens then as later. */
const warmUpMs = 120_000
/** Stretches between moments of rest. */
const stretches = 2
/** Upstreams end 5 s after their last viewer: what those that left had is gone then. */
const lingerMs = 10_000
/** Pictures of so long are enough to tell how old they are. */
const agesMs = 15_000
const signInEveryMs = 10 * 60_000
const minuteMs = 60_000

function readOptions() {
  const { values } = parseArgs({
    options: {
      cameras: { type: 'string', default: '48' },
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      help: { type: 'boolean', default: false },
    },
  })
  const numbers = {
    cameras: Number(values.cameras),
    minutes: Number(values.minutes),
    seed: Number(values.seed),
  }
  if (!(Number.isInteger(numbers.cameras) && numbers.cameras >= 1 && numbers.cameras <= 100))
    throw new Error('--cameras takes a whole number from 1 to 100')
  if (!(numbers.minutes > 0) || !Number.isInteger(numbers.seed))
    throw new Error('--minutes takes a number above 0, --seed a whole number')
  return { ...numbers, help: values.help }
}

const say = (text: string) => process.stderr.write(`${text}\n`)

/** @returns whether nothing grew */
async function soak(folder: string): Promise<boolean> {
  const { cameras, minutes, seed } = readOptions()
  say(`${cameras} cameras for ${minutes} minutes, seed ${seed}`)
  await using site = await SoakSite.start(folder, cameras, new Seeded(seed))
  const signIn = setInterval(() => {
    site.signInAgain().catch((error: unknown) => say(String(error)))
  }, signInEveryMs)
  try {
    await using viewers = await site.watch()
    const moments = await observe(site, viewers, minutes)
    const [agent, cloud] = [growthOf(moments.map((of) => of.agent)), growthOf(moments.map((of) => of.cloud))]
    const ages = moments.map((of) => of.ages)
    const { found: ffmpeg } = await findFfmpeg(process.env.FFMPEG_PATH ?? null, systemClock)
    const about = [
      machineOf(ffmpeg, null),
      `${((cameras * minutes) / 60).toFixed(1)} camera-hours in ${minutes} minutes, seed ${seed}`,
      `events ${await site.events()}; ${site.told()}; ${viewers.told()}`,
    ]
    const tables = [`agent\n${growthTable(agent)}`, `cloud\n${growthTable(cloud)}`, agesRow(ages)]
    process.stdout.write(`\n${[about.join('\n'), ...tables, ...viewers.wrong].join('\n\n')}\n`)
    const grew = [...agent, ...cloud].some((of) => of.grew) || haveAged(ages)
    return !grew && viewers.wrong.length === 0
  } finally {
    clearInterval(signIn)
  }
}

/** A moment of rest. */
interface Moment {
  readonly agent: Holdings
  readonly cloud: Holdings
  readonly ages: Ages
}

/** Lets it all happen. @returns what there was at the moments of rest */
async function observe(site: SoakSite, viewers: SoakViewers, minutes: number): Promise<Moment[]> {
  await using agent = await Inspector.connect(site.agentLog)
  await using cloud = await Inspector.connect(site.cloudLog)
  const inspectors = { agent, cloud }
  await site.untilAtRest()
  say('all cameras are on line; warming up')
  // Counting takes memory of its own, which V8 keeps and later looks find there again.
  for (const inspector of [agent, cloud]) await inspector.countByClass()
  const moments = [await afterwards(site, viewers, inspectors, warmUpMs)]
  for (let stretch = 1; stretch <= stretches; stretch += 1) {
    say(`stretch ${stretch} of ${stretches}`)
    moments.push(await afterwards(site, viewers, inspectors, (minutes * minuteMs) / stretches))
  }
  return moments
}

/** Lets it happen for a while, and looks when all is at rest. */
async function afterwards(
  site: SoakSite,
  viewers: SoakViewers,
  inspectors: Readonly<Record<SoakProgram, Inspector>>,
  ms: number,
): Promise<Moment> {
  viewers.disturb()
  await site.disturb(AbortSignal.timeout(ms))
  await viewers.calm()
  await site.untilAtRest()
  await viewers.untilAllSee()
  await sleep(lingerMs)
  viewers.takeAges()
  await sleep(agesMs)
  const ages = agesOf(viewers.takeAges())
  const agent = await holdingsOf('agent', inspectors.agent, site.agentPid)
  // An agent that was looked into stood still for seconds, and its media sockets may have been given up.
  await viewers.untilAllSee()
  await sleep(lingerMs)
  const cloud = await holdingsOf('cloud', inspectors.cloud, site.cloudPid)
  for (const [program, held] of Object.entries({ agent, cloud }))
    say(`${program}: ${[...held].map(([name, value]) => `${name} ${Math.round(value)}`).join(', ')}`)
  return { agent, cloud, ages }
}

/** @returns the exit code */
async function main(): Promise<number> {
  if (readOptions().help) {
    process.stdout.write(`${help}\n`)
    return 0
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-soak-'))
  // The embedded PostgreSQL may run as a user of its own, who has to pass through.
  await chmod(folder, 0o711)
  const stop = () => void endAll().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  try {
    return (await soak(folder)) ? 0 : 1
  } finally {
    await endAll()
    await rm(folder, { recursive: true, force: true })
  }
}

process.exitCode = await main().catch((error: unknown) => {
  say(inspect(error))
  return 1
})
