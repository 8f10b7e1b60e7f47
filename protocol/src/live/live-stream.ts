import { z } from 'zod'

/** All pictures, or keyframes alone: what a wall of small tiles needs. */
export const LiveMode = z.enum(['full', 'keys'])

/**
 * In what form pictures come: as the camera sends them, as MPEG-1 that the agent makes of them, or as JPEG of its keyframes.
 */
export const LiveRendition = z.enum(['source', 'mpeg1', 'jpeg'])

/** Sound beside the pictures. */
export const LiveAudioFormat = z.object({
  codec: z.enum(['aac', 'pcma', 'pcmu']),
  sample_rate: z.number().int().min(1).max(192_000).describe('Hz'),
  channels: z.number().int().min(1).max(8),
  config: z.base64().max(128).nullable().describe('AudioSpecificConfig of AAC (ISO 14496-3)'),
})

/** What the media frames behind it are, until the next one. */
export const LiveFormat = z.object({
  rendition: LiveRendition,
  codec: z.string().max(64).describe('As in RFC 6381: avc1.4d401f, hvc1.1.6.L93.B0; mpeg1, jpeg'),
  description: z
    .base64()
    .max(16_384)
    .nullable()
    .describe('avcC or hvcC (ISO 14496-15); null for MPEG-1 and JPEG'),
  width: z.number().int().min(1).max(65_535),
  height: z.number().int().min(1).max(65_535),
  audio: LiveAudioFormat.nullable().describe('Of the camera, whether or not it is sent on'),
})

export type LiveMode = z.infer<typeof LiveMode>
export type LiveRendition = z.infer<typeof LiveRendition>
export type LiveAudioFormat = z.infer<typeof LiveAudioFormat>
export type LiveFormat = z.infer<typeof LiveFormat>
