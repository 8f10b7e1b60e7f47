import type { AudioFormat, StreamRun, VideoFormat } from './packet.js'

/** What a stream is, for people. */
export interface StreamFacts {
  readonly codec: VideoFormat['codec']
  /** Pixels, after cropping. */
  readonly width: number
  readonly height: number
  /** The sound that would be recorded if the camera sends it; null if it offers none that can be. */
  readonly audio: Omit<AudioFormat, 'config'> | null
}

export function factsOf({ video, audio }: Pick<StreamRun, 'video' | 'audio'>): StreamFacts {
  const { codec, width, height } = video
  if (audio === null) return { codec, width, height, audio }
  const { codec: audioCodec, sampleRate, channels } = audio
  return { codec, width, height, audio: { codec: audioCodec, sampleRate, channels } }
}
