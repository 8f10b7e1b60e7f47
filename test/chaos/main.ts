import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { fullSize } from './chaos-plan.js'
import { runChaos } from './chaos-run.js'

const help = `npm run chaos [-- --seed N] [-- --events N --kills N --ffmpeg N --cuts N --cameras N]

Two sites record while their agents are killed, their line breaks and their ffmpeg dies, as the seed says; then every event
and every frame of every clip is looked at. Without numbers: ${fullSize.events} events, ${fullSize.kills} kills, ${fullSize.ffmpegKills} of ffmpeg, ${fullSize.cuts} cuts,
some fifteen to twenty minutes. The exit code is 0 if nothing was lost, shown twice, broken or left.
`

function read(): { seed: number; size: typeof fullSize } | null {
  const option = { type: 'string' } as const
  const names = { seed: option, events: option, kills: option, ffmpeg: option, cuts: option, cameras: option }
  const { values } = parseArgs({ options: { ...names, help: { type: 'boolean' } } })
  if (values.help) return null
  const number = (name: keyof typeof names, usual: number) => {
    const value = Number(values[name] ?? usual)
    if (!Number.isInteger(value) || value < 0) throw new Error(`--${name} takes a whole number`)
    return value
  }
  return {
    seed: number('seed', randomInt(2 ** 31)),
    size: {
      events: number('events', fullSize.events),
      kills: number('kills', fullSize.kills),
      ffmpegKills: number('ffmpeg', fullSize.ffmpegKills),
      cuts: number('cuts', fullSize.cuts),
      cameras: Math.max(number('cameras', fullSize.cameras), 1),
    },
  }
}

/** @returns the exit code */
async function main(): Promise<number> {
  const given = read()
  if (given === null) {
    process.stdout.write(help)
    return 0
  }
  const startedMs = performance.now()
  const say = (line: string) =>
    process.stdout.write(`${((performance.now() - startedMs) / 1000).toFixed(0).padStart(5)} s  ${line}\n`)
  say(`seed ${given.seed}`)
  const run = await runChaos(given.size, given.seed, say)
  const { done, lost, twice, broken, leftFiles } = run
  say(`agent killed ${done.kill} times, ffmpeg ${done.ffmpeg}, line cut ${done.cut}`)
  say(
    `${run.events} events: ${run.clips} with a whole clip, ${run.withoutSnapshot} of those without a snapshot`,
  )
  for (const [why, count] of Object.entries(run.withoutClip)) say(`${count} without a clip: ${why}`)
  const faults = { lost, 'shown twice': twice, broken, 'left behind': leftFiles }
  for (const [what, list] of Object.entries(faults))
    say(`${what}: ${[list.length, ...list].join('\n         ')}`)
  return Object.values(faults).every(({ length }) => length === 0) ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exitCode = 1
}
