import { LiveAudioFormat, LiveFormat } from '@sightline/protocol'
import { avcConfig } from '../stream/avc-config.js'
import { hevcConfig } from '../stream/hevc-config.js'
import type { AudioFormat, Packet, VideoFormat } from '../stream/packet.js'
import { withoutReordering } from '../stream/without-reordering.js'

/**
 * What a viewer must know of a run before its first picture.
 * @param first the packet with which decoding begins: a run whose pictures are shown in the order of decoding is told by it
 * @returns null if its parameter sets are of no use
 */
export function formatOfRun({ run, ptsUs, dtsUs }: Packet): LiveFormat | null {
  const config = configOf(run.video, ptsUs === dtsUs)
  if (config === null) return null
  const { width, height } = run.video
  const format = LiveFormat.safeParse({
    rendition: 'source',
    codec: config.codec,
    description: Buffer.from(config.description).toString('base64'),
    width,
    height,
    audio: run.audio && audioFormat(run.audio),
  })
  return format.success ? format.data : null
}

/** Null for sound that no viewer could be told of. */
function audioFormat({ codec, sampleRate, channels, config }: AudioFormat): LiveAudioFormat | null {
  const format = LiveAudioFormat.safeParse({
    codec,
    sample_rate: sampleRate,
    channels,
    config: config && Buffer.from(config).toString('base64'),
  })
  return format.success ? format.data : null
}

function configOf({ codec, parameterSets }: VideoFormat, isInOrder: boolean) {
  try {
    switch (codec) {
      case 'h264':
        return avcConfig(isInOrder ? parameterSets.map(withoutReordering) : parameterSets)
      case 'h265':
        return hevcConfig(parameterSets)
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
