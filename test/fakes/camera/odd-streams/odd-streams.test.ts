import { seeded } from '@sightline/protocol/testing'
import { expect, test } from 'vitest'
import { FPS, PICTURE_MS } from './odd-camera.js'
import { type OddStream, planOddStream } from './oddities.js'
import { type OddClip, type OddRecording, recordOddStream } from './record-odd-stream.js'

// `npm run fuzz` sets both; a seed that failed is tried again with FUZZ_SEED.
const firstSeed = Number(process.env['FUZZ_SEED'] ?? 20_261_126)
const streams = Number(process.env['FUZZ_STREAMS'] ?? 20)
const WANTED_SEC = { before: 5, after: 15 }
const LENGTH_TOLERANCE_MS = 50

/** What is wrong with a clip, in words. */
function faultsOf(
  { event, pictures, triggeredAtMs }: OddClip,
  stream: OddStream,
  all: OddRecording,
): string[] {
  const { clip, error } = event
  const [first] = pictures
  const last = pictures.at(-1)
  if (clip === null || first === undefined || last === undefined) return [`no clip: ${error}`]
  const mayLose = stream.loseEvery !== null || stream.cutEvery !== null
  const taken = (number: number) => all.beganAtMs + number * PICTURE_MS
  const wantedFromMs = triggeredAtMs - WANTED_SEC.before * 1000
  const wantedUntilMs = triggeredAtMs + WANTED_SEC.after * 1000
  const slackMs = 2 * PICTURE_MS + (mayLose ? FPS * PICTURE_MS : 0)
  const lengthMs = clip.endAtMs - clip.startAtMs
  // The last picture is shown for as long as the one before it.
  const tookMs = (2 * last - first - (pictures.at(-2) ?? last - 1)) * PICTURE_MS
  const longest = Math.max(...pictures.map((number, at) => leftOut(pictures[at - 1] ?? number, number, all)))
  return [
    ...(error !== null && !(mayLose && /damaged|missing/.test(error)) ? [`it says: ${error}`] : []),
    ...(taken(first) > wantedFromMs + slackMs ? [`begins ${taken(first) - wantedFromMs} ms late`] : []),
    ...(taken(last) < wantedUntilMs - slackMs ? [`ends ${wantedUntilMs - taken(last)} ms early`] : []),
    ...(pictures.some((number, at) => number <= (pictures[at - 1] ?? -1)) ? ['is out of order'] : []),
    ...(longest > FPS ? [`lacks ${longest} pictures in a row`] : []),
    ...(Math.abs(lengthMs - tookMs) > LENGTH_TOLERANCE_MS ? [`lasts ${lengthMs} ms and took ${tookMs}`] : []),
  ]
}

/** How many pictures that could have been decoded are not between two that follow each other in a clip. */
function leftOut(before: number, next: number, { decodable }: OddRecording): number {
  let count = 0
  for (let number = before + 1; number < next; number++) if (decodable.has(number)) count++
  return count
}

const seeds = Array.from({ length: streams }, (_, index) => firstSeed + index)

test.each(seeds)('what two or three oddities at once send is recorded (FUZZ_SEED=%i)', async (seed) => {
  const random = seeded(seed)
  const stream = planOddStream(seed, random)
  const recorded = await recordOddStream(stream, random)
  const faults = recorded.clips.flatMap((clip) => faultsOf(clip, stream, recorded))
  const { breaks, continuations } = recorded
  expect({ stream, faults, breaks, continuations }).toEqual({
    stream,
    faults: [],
    breaks: [],
    continuations: 0,
  })
})
