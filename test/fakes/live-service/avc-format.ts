import type { Picture } from '../camera/picture/picture.js'

/** What a `format` says of a picture of the fake camera. H.264 alone. */
export function avcFormat(picture: Picture): {
  readonly rendition: 'source'
  readonly codec: string
  readonly description: string
  readonly width: number
  readonly height: number
} {
  const { width, height } = picture.options
  return { rendition: 'source', ...avcConfiguration(picture.parameterSets), width, height }
}

/** How a decoder of H.264 is configured (ISO 14496-15, RFC 6381). @param parameterSets one SPS, one PPS */
export function avcConfiguration(parameterSets: readonly Uint8Array[]): {
  readonly codec: string
  readonly description: string
} {
  const [sps, pps] = parameterSets
  if (!sps || !pps) throw new Error('the picture has no parameter sets')
  const profile = sps.subarray(1, 4)
  const sized = (set: Uint8Array) => [Buffer.from([set.length >> 8, set.length & 0xff]), set]
  const description = Buffer.concat([
    Buffer.from([1, ...profile, 0xff, 0xe1]),
    ...sized(sps),
    Buffer.from([1]),
    ...sized(pps),
  ])
  return {
    codec: `avc1.${Buffer.from(profile).toString('hex')}`,
    description: description.toString('base64'),
  }
}
