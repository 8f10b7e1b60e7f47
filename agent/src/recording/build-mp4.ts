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
import type { AudioFormat, VideoFormat } from '../stream/packet.js'
import { avcConfig } from './avc-config.js'
import type { ClipTiming } from './clip-timing.js'
import { hevcConfig } from './hevc-config.js'
import type { JournalRecord } from './journal-format.js'
import { readJournal } from './journal-reader.js'
import type { JournalContent } from './scan-journal.js'

type JournalPacket = Extract<JournalRecord, { kind: 'packet' }>

/** Bytes that wait to be written as one. */
const chunkSize = 4 * 1024 * 1024

/**
 * Builds an MP4 from a journal at `path`, index first, and has it on disk when this resolves. The packets
 * pass through one after the other, so that memory does not grow with the clip. A track that sent nothing
 * is left out, and so is sound that MP4 cannot carry as it is.
 * @throws Error if the parameter sets are unusable, or of the file system.
 */
export async function buildMp4(
  journalPath: string,
  content: JournalContent,
  timing: ClipTiming,
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
    const addAudio =
      content.audioPackets === 0 ? null : audioTrack(output, run.audio, content.audioPackets, timing)
    await output.start()
    for await (const { record, endsAt } of readJournal(journalPath)) {
      if (record.kind === 'packet') {
        if (record.track === 'video') await addVideo(record)
        else await addAudio?.(record)
      }
      // A recording that goes on growing is no part of what was surveyed.
      if (endsAt >= content.soundBytes) break
    }
    await output.finalize()
    await file.sync()
  } finally {
    await file.close()
  }
}

type AddPacket = (packet: JournalPacket) => Promise<void>

function videoTrack(output: Output, video: VideoFormat, packets: number, timing: ClipTiming): AddPacket {
  const source = new EncodedVideoPacketSource(video.codec === 'h264' ? 'avc' : 'hevc')
  output.addVideoTrack(source, { maximumPacketCount: packets })
  const config = video.codec === 'h264' ? avcConfig(video.parameterSets) : hevcConfig(video.parameterSets)
  const decoderConfig = { ...config, codedWidth: video.width, codedHeight: video.height }
  let newestSec = 0
  let floorSec = 0
  return async ({ ptsUs, keyframe, data }) => {
    // No picture may be shown before the key frame that it follows; a few cameras stamp them so.
    if (keyframe) floorSec = newestSec
    const shownSec = Math.max((ptsUs - timing.startUs) / 1_000_000, floorSec)
    newestSec = Math.max(newestSec, shownSec)
    await source.add(new EncodedPacket(data, keyframe ? 'key' : 'delta', shownSec, timing.lastFrameSec), {
      decoderConfig,
    })
  }
}

/** @returns null for sound that is not AAC: it needs encoding first. */
function audioTrack(
  output: Output,
  audio: AudioFormat | null,
  packets: number,
  timing: ClipTiming,
): AddPacket | null {
  if (audio?.codec !== 'aac' || audio.config === null) return null
  const source = new EncodedAudioPacketSource('aac')
  output.addAudioTrack(source, { maximumPacketCount: packets })
  const decoderConfig = {
    codec: 'mp4a.40.2',
    sampleRate: audio.sampleRate,
    numberOfChannels: audio.channels,
    description: audio.config,
  }
  const frameSec = 1024 / audio.sampleRate
  return async ({ ptsUs, data }) => {
    const playedSec = (ptsUs - timing.startUs) / 1_000_000
    // Sound from before the first picture has nothing to be shown with.
    if (playedSec < 0) return
    await source.add(new EncodedPacket(data, 'key', playedSec, frameSec), { decoderConfig })
  }
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
