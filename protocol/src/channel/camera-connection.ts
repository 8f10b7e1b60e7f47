import { z } from 'zod'
import { CameraType } from '../resources/camera.js'

/**
 * Credentials in the clear, as JSON inside a JWE (RFC 7516, compact; ECDH-ES over X25519, A256GCM) that only
 * the gateway's private key opens. A user name or a password may be empty.
 */
export const Credentials = z.object({ username: z.string(), password: z.string() })

/** A sealed `Credentials`, or null for a camera that asks for none. */
export const SealedCredentials = z.string().max(8192).nullable()

/**
 * Which of the device's pictures this camera is, for recorders and cameras with several lenses: the token of its video
 * source, or of a profile or configuration that shows it, or its number from 1. Left out: that of the largest picture.
 */
export const DeviceChannelName = z.string().min(1).max(128)

/** What the agent needs to connect to a camera. The address never holds credentials. */
export const CameraConnection = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(CameraType.enum.rtsp),
    rtsp_url: z.string().max(2048),
    rtsp_sub_url: z.string().max(2048).nullable(),
    credentials: SealedCredentials,
  }),
  z.object({
    type: z.literal(CameraType.enum.onvif),
    host: z.string().max(253),
    port: z.number().int().min(1).max(65535),
    channel: DeviceChannelName.optional(),
    credentials: SealedCredentials,
  }),
])

/** Where a camera is, without its credentials. */
export const CameraAddress = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(CameraType.enum.rtsp),
    rtsp_url: z.string().max(2048).describe('Without credentials'),
    rtsp_sub_url: z.string().max(2048).nullable(),
  }),
  z.object({
    type: z.literal(CameraType.enum.onvif),
    host: z.string().max(253),
    port: z.number().int().min(1).max(65535),
    channel: DeviceChannelName.optional(),
  }),
])

export type Credentials = z.infer<typeof Credentials>
export type CameraConnection = z.infer<typeof CameraConnection>
export type CameraAddress = z.infer<typeof CameraAddress>
