import type { AudioTrack } from '../rtsp/track.js'
import { readAacConfig } from './aac-config.js'
import type { AudioFormat } from './packet.js'

/** What is known of a sound before its first frame. */
export interface KnownSound {
  readonly format: AudioFormat
  /** How long a frame of AAC lasts, us; null where each payload has its own length. */
  readonly frameUs: number | null
}

/**
 * What a sound track is, its own configuration before what the description says of it.
 * @returns null if it cannot be recorded: AAC without a configuration that can be read.
 */
export function soundOf(track: AudioTrack): KnownSound | null {
  const channels = Math.min(Math.max(track.channels, 1), 8)
  if (track.codec !== 'aac') {
    const { codec, clockRate: sampleRate } = track
    return { format: { codec, sampleRate, channels, config: null }, frameUs: null }
  }
  const { config } = track
  const known = config === null ? null : readAacConfig(config)
  if (config === null || known === null) return null
  const { sampleRate, frameSamples } = known
  return {
    format: {
      codec: 'aac',
      sampleRate,
      channels: known.channels ?? channels,
      config: Uint8Array.from(config),
    },
    frameUs: (frameSamples * 1_000_000) / sampleRate,
  }
}
