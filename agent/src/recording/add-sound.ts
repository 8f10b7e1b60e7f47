import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { readIfThere } from '../platform/durable-file.js'
import { messageOf } from '../platform/errors.js'
import { soundToAacJob } from '../platform/ffmpeg/ffmpeg-job.js'
import type { FfmpegRunner } from '../platform/ffmpeg/run-ffmpeg.js'
import { buildMp4 } from './build-mp4.js'
import { checkMp4 } from './check-mp4.js'
import type { ClipTiming } from './clip-timing.js'
import { g711Samples } from './g711-samples.js'
import { type EncodedSound, readAdts } from './read-adts.js'
import { publish } from './recorded-file.js'
import type { RecordingFiles } from './recording-files.js'
import type { JournalContent } from './scan-journal.js'

interface AddSoundDeps {
  readonly files: RecordingFiles
  readonly ffmpeg: FfmpegRunner | null
}

/** A clip whose pictures are written. */
interface FinishedClip {
  readonly eventId: string
  readonly content: JournalContent
  readonly timing: ClipTiming
}

/**
 * Gives a clip the sound that MP4 cannot carry as the camera sent it: G.711, made AAC by ffmpeg. The clip is
 * replaced as a whole by one with sound, or stays as it is.
 * @returns why the clip stays without the sound that was recorded, or null.
 * @throws the reason of `signal` if that aborted; nothing is to be reported of the clip then.
 */
export async function addSound(
  deps: AddSoundDeps,
  { eventId, content, timing }: FinishedClip,
  signal: AbortSignal,
): Promise<string | null> {
  const audio = content.run?.audio ?? null
  if (audio === null || audio.codec === 'aac' || content.audioPackets === 0) return null
  const { files, ffmpeg } = deps
  if (ffmpeg === null) return leftOut('it needs ffmpeg to be converted, and none was found on the gateway')
  const clip = files.clip(eventId)
  const [encoded, replacing] = [files.temporary(`${clip}.aac`), files.temporary(clip)]
  try {
    const journal = files.journal(eventId)
    const samples = Readable.from(g711Samples(journal, content.soundBytes, audio, timing))
    const { codec, sampleRate, channels } = audio
    const outcome = await ffmpeg.run(
      soundToAacJob({ codec, sampleRate, channels, bytes: samples }, encoded),
      signal,
    )
    signal.throwIfAborted()
    if (!outcome.ok) return leftOut(outcome.reason)
    const sound = readAdts((await readIfThere(encoded)) ?? Buffer.alloc(0))
    if (sound === null) return leftOut('ffmpeg made nothing of it')
    const withSound = { kind: 'encoded', sound: withoutPriming(sound) } as const
    await buildMp4({ journalPath: journal, content, timing, sound: withSound }, replacing)
    const fault = await checkMp4(replacing, content.video.length, timing)
    if (fault !== null) return leftOut(`the clip with it was written wrongly: ${fault}`)
    await publish(replacing, clip)
    return null
  } catch (error) {
    signal.throwIfAborted()
    return leftOut(messageOf(error))
  } finally {
    for (const path of [encoded, replacing]) await rm(path, { force: true })
  }
}

/** The sentence that a person reads about a clip without its sound. */
export function leftOut(reason: string): string {
  return `the sound was left out: ${reason}`
}

/** The encoder's first frame is filled with what was before the first sample: nothing. */
function withoutPriming(sound: EncodedSound): EncodedSound {
  return { ...sound, frames: sound.frames.slice(1) }
}
