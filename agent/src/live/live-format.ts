import { LiveAudioFormat, LiveFormat } from '@sightline/protocol'
import { avcConfig } from '../stream/avc-config.js'
import { hevcConfig } from '../stream/hevc-config.js'
import { nalLength } from '../stream/nal-length.js'
import type { AudioFormat, Packet, VideoFormat } from '../stream/packet.js'
import { withoutReordering } from '../stream/without-reordering.js'

/**
 * What a viewer must know of a run before its first picture.
 * @param first the packet with which decoding begins: a run whose pictures are shown in the order of decoding is told by it
 * @returns null if its parameter sets are of no use
 */
export function formatOfRun(first: Packet): LiveFormat | null {
  const { run } = first
  const config = configOf(run.video, isShownInOrder(first))
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

/** Whether the pictures of a run are shown in the order of decoding, by the packet with which decoding begins. */
export function isShownInOrder({ ptsUs, dtsUs }: Packet): boolean {
  return ptsUs === dtsUs
}

/**
 * The bytes of a picture as viewers get them. Parameter sets among them say the same of the order of pictures as those in
 * front of the run do: else a decoder would hold pictures back from there on.
 * @param isInOrder whether the pictures of the run are shown in the order of decoding
 */
export function pictureForViewers({ data, run, track }: Packet, isInOrder: boolean): Uint8Array {
  const isSet = track === 'video' && run.video.codec === 'h264' && h264Type(data, 4) === sequenceParameterSet
  if (!isSet || !isInOrder) return data
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const parts: Uint8Array[] = []
  let at = 0
  while (at + 4 < data.length && h264Type(data, at + 4) === sequenceParameterSet) {
    const end = at + 4 + view.getUint32(at)
    parts.push(withoutReordering(data.subarray(at + 4, end)))
    at = end
  }
  return Buffer.concat([...parts.flatMap((unit) => [nalLength(unit), unit]), data.subarray(at)])
}

const sequenceParameterSet = 7

function h264Type(data: Uint8Array, at: number): number {
  return (data[at] ?? 0) & 0x1f
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
