import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findFfmpeg, systemClock } from '@sightline/agent'
import { machineOf } from '../bench/machine.js'
import { endAll } from '../bench/running.js'
import { Seeded } from '../chaos/seeded.js'
import { growthOf, growthTable } from './growth.js'
import { type Holdings, holdingsOf } from './holdings.js'
import { Inspector } from './inspector.js'
import { SoakSite } from './soak-site.js'

const help = `npm run soak [-- --cameras 48] [-- --minutes 10] [-- --seed 1]

One agent with many cameras, behind the built cloud: people walk by, connections are reset, cameras freeze and lose power,
settings change, cameras are replaced, the line breaks. What the agent holds of memory, handles, children and objects is
compared between moments of rest: after warming up, half-way, and at the end. The exit code is 1 if it holds more at the
end than a margin allows (docs/performance.md).`

/** Code is compiled and pools are filled in that time; the same happens then as later. */
const warmUpMs = 120_000
/** Stretches between moments of rest. */
const stretches = 2
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
    const moments = await observe(site, minutes)
    const growths = growthOf(moments)
    const { found: ffmpeg } = await findFfmpeg(process.env.FFMPEG_PATH ?? null, systemClock)
    const about = [
      machineOf(ffmpeg, null),
      `${((cameras * minutes) / 60).toFixed(1)} camera-hours in ${minutes} minutes, seed ${seed}`,
      `events ${await site.events()}; ${site.told()}`,
    ]
    process.stdout.write(`\n${about.join('\n')}\n\n${growthTable(growths)}\n`)
    return !growths.some(({ grew }) => grew)
  } finally {
    clearInterval(signIn)
  }
}

/** Lets it all happen. @returns what the agent held at the moments of rest */
async function observe(site: SoakSite, minutes: number): Promise<Holdings[]> {
  await using inspector = await Inspector.connect(site.agentLog)
  await site.untilAtRest()
  say('all cameras are on line; warming up')
  await site.disturb(AbortSignal.timeout(warmUpMs))
  const moments = [await atRest(site, inspector)]
  for (let stretch = 1; stretch <= stretches; stretch += 1) {
    say(`stretch ${stretch} of ${stretches}`)
    await site.disturb(AbortSignal.timeout((minutes * minuteMs) / stretches))
    moments.push(await atRest(site, inspector))
  }
  return moments
}

async function atRest(site: SoakSite, inspector: Inspector): Promise<Holdings> {
  await site.untilAtRest()
  const held = await holdingsOf(inspector, site.agentPid)
  say([...held].map(([name, value]) => `${name} ${Math.round(value)}`).join(', '))
  return held
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
  say(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return 1
})
