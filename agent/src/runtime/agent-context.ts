import { join } from 'node:path'
import { usualLostAfterMs } from '../cameras/moved-camera-search.js'
import { reconnectCapMs } from '../cloud-link/link-state.js'
import { createAskDevice } from '../discovery/ask-device.js'
import { createDiscovery } from '../discovery/discover.js'
import { DeviceCache } from '../onvif/device-cache.js'
import { type AddressPolicy, createAddressPolicy } from '../platform/address-policy.js'
import { type Clock, systemClock } from '../platform/clock.js'
import { type CloudRoute, directRoute } from '../platform/cloud-http.js'
import { createLogger, type Logger } from '../platform/logger.js'
import { readMemory } from '../platform/memory.js'
import { type Random, systemRandom } from '../platform/random.js'
import { type UploadSchedule, unlimited } from '../platform/upload-schedule.js'
import { type DiskLimits, defaultDiskLimits } from '../recording/disk-quota.js'
import { CertificatePinFiles, type CertificatePins } from '../rtsp/certificate-pins.js'
import { StreamQuirkCache } from '../rtsp/stream-quirks.js'

/** How an agent is started. What is left out is what a site has. */
export interface AgentOptions {
  /** Folder of identity, configuration, outbox and recordings; absolute. */
  readonly dataDir: string
  /** Networks of cameras beyond the private ranges. */
  readonly cameraCidrs?: readonly string[]
  /** An ffmpeg to use before any other, or null. */
  readonly ffmpegPath?: string | null
  readonly route?: CloudRoute
  /** The longest wait between attempts to connect, ms. */
  readonly reconnectMaxMs?: number
  /** How long a camera must be away before it is searched for at other addresses, ms; null for never. */
  readonly cameraLostAfterMs?: number | null
  /** How much of the disk recordings may take. */
  readonly diskLimits?: DiskLimits
  /** How much of the line uploads may take. */
  readonly uploadSchedule?: UploadSchedule
  readonly log?: Logger
  readonly clock?: Clock
  readonly random?: Random
}

/** What every part of an agent is given: folder, limits, log, clock, and what is known of cameras. */
export interface AgentContext {
  readonly dataDir: string
  readonly ffmpegPath: string | null
  readonly route: CloudRoute
  readonly reconnectMaxMs: number
  readonly cameraLostAfterMs: number | null
  readonly diskLimits: DiskLimits
  readonly uploadSchedule: UploadSchedule
  readonly log: Logger
  readonly clock: Clock
  readonly random: Random
  readonly allowed: AddressPolicy
  /** What was learned about the cameras' ONVIF, shared by all who ask them. */
  readonly devices: DeviceCache
  /** What was learned about their streams. */
  readonly quirks: StreamQuirkCache
  /** What is known of the certificates of cameras that encrypt. */
  readonly pins: CertificatePins
}

export function createAgentContext(options: AgentOptions): AgentContext {
  const clock = options.clock ?? systemClock
  return {
    dataDir: options.dataDir,
    ffmpegPath: options.ffmpegPath ?? null,
    route: options.route ?? directRoute,
    reconnectMaxMs: options.reconnectMaxMs ?? reconnectCapMs,
    cameraLostAfterMs: options.cameraLostAfterMs === undefined ? usualLostAfterMs : options.cameraLostAfterMs,
    diskLimits: options.diskLimits ?? defaultDiskLimits,
    uploadSchedule: options.uploadSchedule ?? unlimited,
    log: options.log ?? createLogger({ level: 'info' }),
    clock,
    random: options.random ?? systemRandom,
    allowed: createAddressPolicy(options.cameraCidrs ?? []),
    devices: new DeviceCache(),
    quirks: new StreamQuirkCache(),
    pins: new CertificatePinFiles(options.dataDir, clock),
  }
}

/** The scanner of this machine's network. */
export function discoveryOn(context: AgentContext) {
  return createDiscovery({ ...context, identify: createAskDevice(context) })
}

/** Where the outbox lies. */
export const outboxFolder = (dataDir: string): string => join(dataDir, 'outbox')

/** Bytes that the rings of all cameras may take: a quarter of the memory that this process may have. */
export const ringBytes = (): number => Math.floor(readMemory().totalBytes / 4)
