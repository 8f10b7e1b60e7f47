import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackgroundTasks } from '../platform/background.js'
import { type ProcessEnd, startProcess, tailOf } from '../platform/child-process.js'
import type { Clock } from '../platform/clock.js'
import { messageOf } from '../platform/errors.js'
import type { Ffmpeg } from '../platform/ffmpeg/find-ffmpeg.js'
import { annexB } from '../stream/annex-b.js'
import type { Packet } from '../stream/packet.js'
import { wholeFrom } from '../stream/recovery-point.js'
import { decodeArguments } from './decode-command.js'
import { DecodeQueue, type QueuedDecode } from './decode-queue.js'
import { type DecodeOutcome, type GrayDecoder, pictureBytes } from './gray-decoder.js'
import { decodable, type WantedPicture, wantedPictures } from './wanted-pictures.js'

interface FfmpegGrayDecoderOptions {
  readonly ffmpeg: Ffmpeg
  readonly clock: Clock
  /** Masks secrets in whatever ffmpeg says. */
  readonly redact: (text: string) => string
}

/** Behind receiving and recording, ahead of finishing clips. */
const niceness = 5
/** It holds nothing that it would have to put in order: one that does not end at once is made to, ms. */
const graceMs = 500
/** Starting takes 20 to 60 ms, a picture 1 to 50 ms; the rest is for a slow and busy machine. */
const deadlineMs = (packets: number) => 5000 + packets * 60

/**
 * Decodes with an ffmpeg for each batch, one at a time. Requests that wait together share one: starting it costs as
 * much as twenty small pictures (docs/design/motion.md).
 */
export function createFfmpegGrayDecoder(options: FfmpegGrayDecoderOptions): GrayDecoder & Closing {
  const closing = new AbortController()
  // What fails is an answer to whoever asked.
  const running = new BackgroundTasks(() => undefined)
  const queue = new DecodeQueue(options.clock, (batch) => {
    const work = decodeBatch({ ...options, closing: closing.signal }, batch)
    running.add(work)
    return work
  })
  return {
    decode: (request, signal) => queue.decode(request, signal),
    reconsider: () => queue.reconsider(),
    async close() {
      closing.abort(new Error('the decoder is closed'))
      await running.settled()
    },
  }
}

/** Something that ends what it has under way, and begins nothing more. */
interface Closing {
  /** Resolves when no process of it is left. */
  close(): Promise<void>
}

interface DecodeDeps extends FfmpegGrayDecoderOptions {
  /** Ends whatever is being decoded, whoever asked for it. */
  readonly closing: AbortSignal
}

/** What one request puts into a decoder, and what it wants back. */
interface Portion {
  readonly packets: readonly Packet[]
  readonly wanted: readonly WantedPicture[]
  /** It begins at a recovery point, at which a decoder that has seen another stream would take up what that left. */
  readonly recovers: boolean
}

async function decodeBatch(options: DecodeDeps, batch: readonly QueuedDecode[]): Promise<DecodeOutcome[]> {
  const portions = batch.map(({ excerpt }) => {
    const packets = decodable(excerpt.packets)
    return { packets, wanted: wantedPictures(packets, excerpt), recovers: wholeFrom(packets) > 0 }
  })
  if (batch.length > 1 && !portions.some(({ recovers }) => recovers)) {
    const together = await runDecoder(options, portions, undefined)
    if (together.every(({ kind }) => kind === 'pictures')) return together
  }
  // One of them spoils the others; alone each gets what is its own.
  const outcomes: DecodeOutcome[] = []
  for (const [index, portion] of portions.entries()) {
    outcomes.push(...(await runDecoder(options, [portion], batch[index]?.signal)))
  }
  return outcomes
}

/** Runs one decoder over all portions. @returns an outcome for each of them */
async function runDecoder(
  { ffmpeg, clock, redact, closing }: DecodeDeps,
  portions: readonly Portion[],
  signal: AbortSignal | undefined,
): Promise<DecodeOutcome[]> {
  const all = (outcome: DecodeOutcome) => portions.map(() => outcome)
  const packets = portions.flatMap((portion) => portion.packets)
  const [first] = packets
  if (first === undefined || !first.keyframe) return all({ kind: 'damaged', reason: 'there is no keyframe' })
  const indices = indicesOf(portions)
  if (indices.length === 0) return portioned(portions, [])
  if (closing.aborted) return all({ kind: 'aborted' })
  const limitMs = deadlineMs(packets.length)
  const stop = either(signal, closing)
  const { child, ended } = startProcess({
    command: ffmpeg.path,
    args: decodeArguments({
      codec: first.run.video.codec,
      version: ffmpeg.version,
      wanted: indices.length === packets.length ? null : indices,
      keyframesOnly: packets.every(({ keyframe }) => keyframe),
      recovers: portions.some(({ recovers }) => recovers),
    }),
    clock,
    deadlineMs: limitMs,
    graceMs,
    niceness,
    signal: stop.signal,
  })
  const said = tailOf(child.stderr, 300)
  const collected = collect(child.stdout, indices.length)
  // How it ends is said by `ended`; a decoder that gives up closes its input early.
  pipeline(Readable.from(packets.map(annexB)), child.stdin).catch(() => undefined)
  const end = await ended
  stop.forget()
  if (stop.signal.aborted) return all({ kind: 'aborted' })
  const problem = problemOf(end, limitMs)
  if (problem !== null) return all({ kind: 'unavailable', reason: problem })
  const pictures = collected()
  if (pictures.length === indices.length) return portioned(portions, pictures)
  const reason = redact(said().trim()) || `${pictures.length} of ${indices.length} pictures came out`
  return all({ kind: 'damaged', reason })
}

/** A signal that aborts with the first of two; `forget` lets go of both, of which one lives as long as the agent. */
function either(one: AbortSignal | undefined, other: AbortSignal) {
  const stop = new AbortController()
  const abort = () => stop.abort(new Error('the pictures are not wanted any more'))
  const both = [...(one ? [one] : []), other]
  for (const signal of both) signal.addEventListener('abort', abort, { once: true })
  if (both.some(({ aborted }) => aborted)) abort()
  const forget = () => both.forEach((signal) => signal.removeEventListener('abort', abort))
  return { signal: stop.signal, forget }
}

/** Numbers of the wanted pictures among all that go through the decoder. */
function indicesOf(portions: readonly Portion[]): number[] {
  let before = 0
  return portions.flatMap(({ packets, wanted }) => {
    const indices = wanted.map(({ index }) => before + index)
    before += packets.length
    return indices
  })
}

function portioned(portions: readonly Portion[], pictures: readonly Uint8Array[]): DecodeOutcome[] {
  let next = 0
  return portions.map(({ wanted }) => ({
    kind: 'pictures',
    pictures: wanted.map(({ ptsUs, keyframe }) => {
      const luma = pictures[next] ?? new Uint8Array(pictureBytes)
      next += 1
      return { luma, ptsUs, keyframe }
    }),
  }))
}

function problemOf(end: ProcessEnd, limitMs: number): string | null {
  switch (end.kind) {
    case 'exited':
      return null
    case 'not_started':
      return `ffmpeg could not be started: ${messageOf(end.error)}`
    case 'killed':
      return end.because === 'deadline'
        ? `ffmpeg was ended after ${limitMs / 1000} s`
        : `ffmpeg was killed by ${end.signal}`
  }
}

/** Takes at most `count` whole pictures of what a stream brings. */
function collect(stream: Readable, count: number): () => Uint8Array[] {
  const bytes = Buffer.allocUnsafe(count * pictureBytes)
  let length = 0
  stream.on('data', (chunk: Buffer) => {
    length += chunk.copy(bytes, length)
  })
  return () =>
    Array.from({ length: Math.floor(length / pictureBytes) }, (_, index) =>
      bytes.subarray(index * pictureBytes, (index + 1) * pictureBytes),
    )
}
