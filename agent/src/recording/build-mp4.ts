import { type FileHandle, open } from 'node:fs/promises'
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny'
import { readAacConfig } from '../stream/aac-config.js'
import { avcConfig } from '../stream/avc-config.js'
import { hevcConfig } from '../stream/hevc-config.js'
import type { VideoFormat } from '../stream/packet.js'
import type { ClipTiming } from './clip-timing.js'
import type { JournalRecord } from './journal-format.js'
import { readJournal } from './journal-reader.js'
import type { EncodedSound } from './read-adts.js'
import type { JournalContent } from './scan-journal.js'

type JournalPacket = Extract<JournalRecord, { kind: 'packet' }>

/** Bytes that wait to be written as one. */
const chunkSize = 4 * 1024 * 1024

/**
 * Where the sound of a clip comes from: nowhere, out of the journal as the camera sent it, or from an encoder,
 * beginning with the first picture.
 */
export type ClipSound =
  | { readonly kind: 'none'; readonly why?: string }
  | { readonly kind: 'recorded' }
  | { readonly kind: 'encoded'; readonly sound: EncodedSound }

/** The writer holds the pictures in memory until the first sound comes, bytes. */
const mostBeforeSound = 64 * 1024 * 1024

/** The sound as it is recorded, if MP4 can carry it. */
export function recordedSound({ run, audioPackets, bytesBeforeSound }: JournalContent): ClipSound {
  const isAac = run?.audio?.codec === 'aac' && run.audio.config !== null
  if (!isAac || audioPackets === 0) return { kind: 'none' }
  if (bytesBeforeSound > mostBeforeSound) return { kind: 'none', why: 'it began long after the pictures' }
  return { kind: 'recorded' }
}

/** What a clip is made of. */
interface ClipSource {
  readonly journalPath: string
  readonly content: JournalContent
  readonly timing: ClipTiming
  readonly sound: ClipSound
}

/**
 * Builds an MP4 from a journal at `path`, index first, and has it on disk when this resolves. The packets
 * pass through one after the other, so that memory does not grow with the clip.
 * @throws Error if the parameter sets are unusable, or of the file system.
 */
export async function buildMp4(
  { journalPath, content, timing, sound: clipSound }: ClipSource,
  path: string,
): Promise<void> {
  const { run } = content
  if (run === null) throw new RangeError('the journal holds no run')
  const file = await open(path, 'w', 0o600)
  try {
    const output = new Output({
      format: new Mp4OutputFormat({ fastStart: 'reserve' }),
      target: new StreamTarget(writableOf(file), { chunked: true, chunkSize }),
    })
    const addVideo = videoTrack(output, run.video, content.video.length, timing)
    const sound = soundTrack(output, content, timing, clipSound)
    await output.start()
    for await (const { record, endsAt } of readJournal(journalPath)) {
      if (record.kind === 'packet') {
        if (record.track === 'video') await addVideo(record)
        await sound.beside(record)
      }
      // A recording that goes on growing is no part of what was surveyed.
      if (endsAt >= content.soundBytes) break
    }
    await sound.end()
    await output.finalize()
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Units of a second in which the writer gives the times of pictures (mediabunny's own for a track without a frame rate). */
const videoTimescale = 57_600

/**
 * When each picture is shown, in units of the file, in which alone that can be written exactly: the writer rounds when a
 * picture is decoded and how much later it is shown each by itself, and between two units one would be shown before it is
 * decoded. No two are shown at once, for they would be decoded at once; and none is shown before the key frame that it
 * follows, nor with a picture before that: a few cameras stamp them so.
 */
class ShownTimes {
  #newest = -1
  #floor = 0
  /** Since the last key frame. */
  #taken = new Set<number>()

  next(sec: number, keyframe: boolean): number {
    if (keyframe) {
      this.#floor = this.#newest + 1
      this.#taken = new Set()
    }
    let unit = Math.max(Math.round(sec * videoTimescale), this.#floor)
    while (this.#taken.has(unit)) unit++
    this.#taken.add(unit)
    this.#newest = Math.max(this.#newest, unit)
    return unit / videoTimescale
  }
}

type AddPacket = (packet: JournalPacket) => Promise<void>

function videoTrack(output: Output, video: VideoFormat, packets: number, timing: ClipTiming): AddPacket {
  const source = new EncodedVideoPacketSource(video.codec === 'h264' ? 'avc' : 'hevc')
  output.addVideoTrack(source, { maximumPacketCount: packets })
  const config = video.codec === 'h264' ? avcConfig(video.parameterSets) : hevcConfig(video.parameterSets)
  const decoderConfig = { ...config, codedWidth: video.width, codedHeight: video.height }
  const shown = new ShownTimes()
  return async ({ ptsUs, keyframe, data }) => {
    const shownSec = shown.next((ptsUs - timing.startUs) / 1_000_000, keyframe)
    await source.add(new EncodedPacket(data, keyframe ? 'key' : 'delta', shownSec, timing.lastFrameSec), {
      decoderConfig,
    })
  }
}

/** What is written of sound as the packets of a journal pass by. */
interface SoundTrack {
  beside(packet: JournalPacket): Promise<void>
  end(): Promise<void>
}

const noSound: SoundTrack = { beside: () => Promise.resolve(), end: () => Promise.resolve() }

function soundTrack(
  output: Output,
  { run, audioPackets }: JournalContent,
  timing: ClipTiming,
  from: ClipSound,
): SoundTrack {
  const audio = run?.audio ?? null
  if (from.kind === 'encoded') return encodedTrack(output, from.sound, timing)
  if (from.kind === 'none' || audio === null || audio.config === null) return noSound
  return recordedTrack(aacSource(output, { ...audio, config: audio.config }, audioPackets), timing)
}

function recordedTrack(add: ReturnType<typeof aacSource>, timing: ClipTiming): SoundTrack {
  return {
    async beside({ track, ptsUs, data }) {
      if (track !== 'audio') return
      const playedSec = (ptsUs - timing.startUs) / 1_000_000
      // Sound from before the first picture, or behind the last, has nothing to be shown with.
      if (playedSec >= 0 && playedSec < timing.durationSec) await add(data, playedSec)
    },
    end: () => Promise.resolve(),
  }
}

function encodedTrack(output: Output, sound: EncodedSound, timing: ClipTiming): SoundTrack {
  const { frames, sampleRate } = sound
  const add = aacSource(output, sound, frames.length)
  let next = 0
  const until = async (sec: number) => {
    for (let data = frames[next]; data !== undefined; data = frames[++next]) {
      const playedSec = (next * 1024) / sampleRate
      if (playedSec >= Math.min(sec, timing.durationSec)) return
      await add(data, playedSec)
    }
  }
  return {
    // Beside its pictures, so that a player need not look for it.
    beside: ({ track, dtsUs }) =>
      track === 'video' ? until((dtsUs - timing.startUs) / 1_000_000) : Promise.resolve(),
    end: () => until(timing.durationSec),
  }
}

function aacSource(
  output: Output,
  sound: Pick<EncodedSound, 'config' | 'sampleRate' | 'channels'>,
  packets: number,
): (data: Uint8Array, playedSec: number) => Promise<void> {
  const source = new EncodedAudioPacketSource('aac')
  output.addAudioTrack(source, { maximumPacketCount: packets })
  const { config, sampleRate, channels } = sound
  const known = readAacConfig(config)
  const decoderConfig = {
    codec: `mp4a.40.${known?.objectType ?? 2}`,
    sampleRate,
    numberOfChannels: channels,
    description: config,
  }
  const frameSec = (known?.frameSamples ?? 1024) / sampleRate
  return (data, playedSec) =>
    source.add(new EncodedPacket(data, 'key', playedSec, frameSec), { decoderConfig })
}

function writableOf(file: FileHandle): WritableStream<StreamTargetChunk> {
  return new WritableStream({
    async write({ data, position }) {
      let written = 0
      while (written < data.byteLength) {
        const { bytesWritten } = await file.write(
          data,
          written,
          data.byteLength - written,
          position + written,
        )
        written += bytesWritten
      }
    },
  })
}
