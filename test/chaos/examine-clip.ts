import { type DecodedMarks, type FakeCamera, isWithheld, type SentFrame } from '../fakes/camera/index.js'
import { decodeMarks, lookAtClip } from '../harness/index.js'
import { certain, heldAgainstSent, shownAsTheyWere } from './held-against-sent.js'

/** Of an event what its clip is held against. */
interface Told {
  readonly clip_start_at: string
  readonly clip_end_at: string
  /** What of its clip is damaged or missing, in words. */
  readonly clip_note: string | null
}

interface Examined {
  /** Nothing is missing of what arrived, and what can be decoded is decoded without a complaint. */
  readonly isWhole: boolean
  /** Pictures of the clip's time that were lost on the way from the camera. */
  readonly hit: number
  /** By how much the clip's times differ from how long the camera sent what it shows, ms; null where that is not known. */
  readonly lengthOffMs: number | null
  /** What was found, for who reads of a broken one. */
  readonly found: string
}

/** Beyond the times of a clip, ms: these are of the gateway. Less than the loop, so that a number is that of one picture. */
const aroundMs = 6000

/**
 * Decodes every frame of a clip and holds it against what the camera sent. Of a camera that freezes what it kept to itself
 * may be missing, and no more; where packets are lost or broken off, what they were of, and what refers to that up to the
 * next keyframe. A clip has to say that packets were lost.
 */
export async function examineClip(mp4: Buffer, told: Told, fake: FakeCamera): Promise<Examined> {
  const { freezes, loseEvery, rtsp } = fake.faults.current
  const isHit = loseEvery !== null || rtsp.interleaving?.cutEvery !== undefined
  return freezes === null && !isHit ? strictly(mp4, told, fake) : bySent(mp4, told, fake)
}

const tookMs = (told: Told) => Date.parse(told.clip_end_at) - Date.parse(told.clip_start_at)

async function strictly(mp4: Buffer, told: Told, fake: FakeCamera): Promise<Examined> {
  const seen = await lookAtClip(mp4, fake).catch(String)
  if (typeof seen === 'string') return { isWhole: false, hit: 0, lengthOffMs: null, found: seen }
  const isWhole = seen.warnings === '' && seen.missing === 0 && seen.frames > 0
  const offMs = Math.abs(tookMs(told) - (seen.lastSentAtMs - seen.firstSentAtMs))
  // Where pictures are refreshed bit by bit, a decoder shows none of the first group.
  const lengthOffMs = isWhole && !fake.picture.options.intraRefresh ? offMs : null
  return { isWhole, hit: 0, lengthOffMs, found: JSON.stringify(seen) }
}

async function bySent(mp4: Buffer, told: Told, fake: FakeCamera): Promise<Examined> {
  const decoded = await decodeMarks(mp4).catch(String)
  if (typeof decoded === 'string') return { isWhole: false, hit: 0, lengthOffMs: null, found: decoded }
  const { marks, warnings } = decoded
  const { held, disturbed } = inItsSession(marks, told, fake)
  const unreadable = marks.filter((mark) => mark === null).length
  const found = JSON.stringify({ ...held, disturbed, unreadable, frames: marks.length, warnings })
  const hit = held?.hit ?? 0
  const says = hit === 0 || fake.faults.current.loseEvery === null || told.clip_note !== null
  if (disturbed === 0) {
    const isWhole =
      held?.missing === 0 && held.pictures === marks.length && unreadable === 0 && warnings === ''
    const sentMs = (held?.lastSentAtMs ?? 0) - (held?.firstSentAtMs ?? 0)
    return { isWhole, hit, lengthOffMs: isWhole ? Math.abs(tookMs(told) - sentMs) : null, found }
  }
  // One that was cut short in a group that was hit has nothing by which its place is known.
  const isShort = marks.length > 0 && marks.length <= disturbed + 2 * certain
  const isWhole = held === null ? isShort : held.missing === 0
  return { isWhole: isWhole && unreadable <= disturbed && says, hit, lengthOffMs: null, found }
}

/** By the session of the camera of which the clip holds most; a clip is never of two. */
function inItsSession(marks: DecodedMarks['marks'], told: Told, fake: FakeCamera) {
  const { freezes } = fake.faults.current
  const { fps } = fake.picture.options
  const all = sessionsAround(told, fake).map((frames) => ({
    disturbed: frames.length - shownAsTheyWere(frames).length,
    held: heldAgainstSent(marks, {
      frames,
      isWithheld: (number) => freezes !== null && isWithheld(number, fps, freezes),
    }),
  }))
  const [best] = all
    .filter(({ held }) => held !== null)
    .toSorted((one, other) => (other.held?.pictures ?? 0) - (one.held?.pictures ?? 0))
  return best ?? { held: null, disturbed: Math.max(0, ...all.map(({ disturbed }) => disturbed)) }
}

/** What was sent at about the time of a clip, by sessions; each from a keyframe on. */
function sessionsAround(told: Told, fake: FakeCamera): SentFrame[][] {
  const fromMs = Date.parse(told.clip_start_at) - aroundMs
  const untilMs = Date.parse(told.clip_end_at) + aroundMs
  const sessions = new Map<number, SentFrame[]>()
  for (const frame of fake.counters.frames) {
    if (frame.stream !== 'main' || frame.sentAtMs < fromMs || frame.sentAtMs > untilMs) continue
    const session = sessions.get(frame.session)
    if (session !== undefined) session.push(frame)
    else if (frame.keyframe) sessions.set(frame.session, [frame])
  }
  return [...sessions.values()]
}
