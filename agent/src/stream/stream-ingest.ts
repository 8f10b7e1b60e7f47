import type { Clock } from '../platform/clock.js'
import type { RtpSink } from '../rtsp/rtp-sink.js'
import type { AudioTrack, VideoTrack } from '../rtsp/track.js'
import { soundOf } from './audio-format.js'
import { AudioIngest } from './audio-ingest.js'
import type { AudioFormat, StreamSink } from './packet.js'
import type { IngestCounters } from './picture-counts.js'
import { factsOf, type StreamFacts } from './stream-facts.js'
import { VideoIngest } from './video-ingest.js'

interface StreamIngestOptions {
  readonly video: VideoTrack
  readonly audio: AudioTrack | null
  readonly clock: Clock
  /** Gives each run its id. */
  readonly nextRunId: () => number
  readonly sink: StreamSink
  /** A run ended though the stream goes on; neither throws nor blocks. */
  readonly onBreak?: ((reason: string) => void) | undefined
}

/**
 * Makes packets of the tracks of one session. The pictures alone make the runs; sound goes along with them,
 * on the same timeline, and a track that is silent or senseless changes nothing for the pictures.
 */
export class StreamIngest {
  readonly video: RtpSink
  /** Null where there is no sound, or none that can be recorded. */
  readonly audio: RtpSink | null
  readonly #pictures: VideoIngest
  readonly #sound: AudioFormat | null

  constructor(options: StreamIngestOptions) {
    const { clock, nextRunId, sink, onBreak } = options
    const { codec, clockRate, parameterSets, hasDonl } = options.video
    const sound = options.audio === null ? null : soundOf(options.audio)
    const format = sound?.format ?? null
    const pictures = new VideoIngest({
      codec,
      clockRate,
      parameterSets,
      hasDonl,
      audio: format,
      clock,
      nextRunId,
      sink,
      ...(onBreak === undefined ? {} : { onBreak }),
    })
    this.#pictures = pictures
    this.#sound = format
    const audio =
      options.audio === null || sound === null
        ? null
        : new AudioIngest({
            track: options.audio,
            sound,
            clock,
            inProgress: () => pictures.inProgress,
            packet: (packet) => sink.packet(packet),
          })
    this.audio = audio
    this.video = {
      // oxlint-disable-next-line max-params -- once for each packet: no object is made for it
      payload: (data, start, end, timestamp, marker, arrivedMs) =>
        pictures.payload(data, start, end, timestamp, marker, arrivedMs),
      ended: (timestamp) => pictures.ended(timestamp),
      lost: (packets) => pictures.lost(packets),
      restarted: () => pictures.restarted(),
      senderReport: (ntpMs, rtpTimestamp) => audio?.videoReport(ntpMs, rtpTimestamp),
    }
  }

  /** Of the pictures. */
  get counters(): IngestCounters {
    return this.#pictures.counters
  }

  /** How many pictures of the described codec came, or would have if nothing had been lost. */
  get readable(): number {
    return this.#pictures.readable
  }

  /** Bytes came that belong to nothing: pictures may be cut for them. */
  strayed(): void {
    this.#pictures.strayed()
  }

  /** What came before the first keyframe. */
  get early(): { readonly pictures: number; readonly facts: StreamFacts | null } {
    const { pictures, format } = this.#pictures.early
    return { pictures, facts: format && factsOf({ video: format, audio: this.#sound }) }
  }

  /** Ends the run in progress; a new one begins with the next keyframe. */
  end(reason: string): void {
    this.#pictures.end(reason)
  }
}
