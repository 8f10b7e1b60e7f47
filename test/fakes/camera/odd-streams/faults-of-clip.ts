import { saidStraySec } from '../rtsp/media-faults.js'
import { FPS, PICTURE_MS } from './odd-camera.js'
import type { OddStream } from './oddities.js'
import { type OddClip, type OddRecording, takenAtMs } from './record-odd-stream.js'

const WANTED_MS = { before: 5000, after: 15_000 }
const LENGTH_TOLERANCE_MS = 50

/** What is wrong with a clip, in words. */
export function faultsOfClip(clip: OddClip, stream: OddStream, all: OddRecording): string[] {
  const { event, pictures, triggeredAtMs, durationSec } = clip
  const [first] = pictures
  if (first === undefined) return [`no clip: ${event.error}`]
  const mayLose = stream.loseEvery !== null || stream.cutEvery !== null
  // Where pictures stopped and numbers began anew, it is right to say that something may be missing.
  const isNoted = (mayLose || stream.frozenSec > 0) && event.error === event.note
  const taken = pictures.map(({ number }) => takenAtMs(number, stream))
  const sinceBegin = triggeredAtMs - all.beganAtMs
  const slackMs = 2 * PICTURE_MS + (mayLose ? FPS * PICTURE_MS : 0)
  const lateMs = Math.min(...taken) - (sinceBegin - WANTED_MS.before)
  const earlyMs = sinceBegin + WANTED_MS.after - Math.max(...taken)
  const { tookMs, lengthMs } = lengthOf(clip, stream)
  const lastSec = Math.max(...pictures.map(({ shownSec }) => shownSec))
  const longest = Math.max(
    ...pictures.map(({ number }, at) => leftOut(pictures[at - 1]?.number ?? number, number, all)),
  )
  const times = new Set(pictures.map(({ shownSec }) => shownSec))
  return [
    ...(event.error === null || isNoted ? [] : [`says: ${event.error}`]),
    ...(lateMs > slackMs ? [`begins ${lateMs} ms late`] : []),
    ...(earlyMs > slackMs ? [`ends ${earlyMs} ms early`] : []),
    ...(pictures.some(({ number }, at) => number <= (pictures[at - 1]?.number ?? -1))
      ? ['is out of order']
      : []),
    ...(times.size < pictures.length ? ['shows two pictures at once'] : []),
    ...(durationSec < lastSec || durationSec > lastSec + 1 ? [`lasts ${durationSec} s to ${lastSec} s`] : []),
    ...(longest > FPS ? [`lacks ${longest} pictures in a row`] : []),
    ...(Math.abs(lengthMs - tookMs) > LENGTH_TOLERANCE_MS
      ? [`shows ${tookMs} ms in ${Math.round(lengthMs)} ms`]
      : []),
  ]
}

/** How long the pictures of a clip took, and how long it shows them. */
function lengthOf({ pictures, durationSec }: OddClip, stream: OddStream) {
  const strays = stream.faults.videoTimeStrays ?? null
  // Where a picture stands whose timestamp is far off, nobody knows for certain.
  const inLine = pictures
    .filter(({ number }) => saidStraySec({ number, fps: FPS }, strays) === 0)
    .map(({ number, shownSec }) => ({ takenMs: takenAtMs(number, stream), shownMs: shownSec * 1000 }))
    .toSorted((one, other) => one.takenMs - other.takenMs)
  const [first, beforeLast, last] = [inLine[0], inLine.at(-2), inLine.at(-1)]
  if (first === undefined || beforeLast === undefined || last === undefined) {
    throw new Error('a clip has two pictures at least')
  }
  const spanMs = last.takenMs - first.takenMs
  if (strays !== null) return { tookMs: spanMs, lengthMs: last.shownMs - first.shownMs }
  // The last one is shown for as long as the one before it.
  return { tookMs: spanMs + last.takenMs - beforeLast.takenMs, lengthMs: durationSec * 1000 }
}

/** How many pictures that could have been decoded are not between two that follow each other in a clip. */
function leftOut(before: number, next: number, { decodable }: OddRecording): number {
  let count = 0
  for (let number = before + 1; number < next; number++) if (decodable.has(number)) count++
  return count
}
