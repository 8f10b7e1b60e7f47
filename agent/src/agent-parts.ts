import { totalmem } from 'node:os'
import { join } from 'node:path'
import { reconnectCapMs } from './cloud-link/link-state.js'
import { createAskDevice } from './discovery/ask-device.js'
import { createDiscovery } from './discovery/discover.js'
import { DeviceMemory } from './onvif/device-memory.js'
import { type AddressPolicy, createAddressPolicy } from './platform/address-policy.js'
import { type Clock, systemClock } from './platform/clock.js'
import { type CloudRoute, directRoute } from './platform/cloud-http.js'
import { createLogger, type Logger } from './platform/logger.js'
import { type Random, systemRandom } from './platform/random.js'
import { type UploadSchedule, unlimited } from './platform/upload-schedule.js'
import { type DiskLimits, defaultDiskLimits } from './recording/disk-quota.js'
import { CertificatePinFiles, type CertificatePins } from './rtsp/certificate-pins.js'
import { usualLostAfterMs } from './site/move-watch.js'

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
  /** How long a camera must be away before it is looked for at other addresses, ms; null for never. */
  readonly cameraLostAfterMs?: number | null
  /** How much of the disk recordings may take. */
  readonly diskLimits?: DiskLimits
  /** How much of the line uploads may take. */
  readonly uploadSchedule?: UploadSchedule
  readonly log?: Logger
  readonly clock?: Clock
  readonly random?: Random
}

/** What every part of an agent stands on. */
export interface AgentGround {
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
  readonly devices: DeviceMemory
  /** What is known of the certificates of cameras that encrypt. */
  readonly pins: CertificatePins
}

/** The ground under an agent, from its options. */
export function groundOf(options: AgentOptions): AgentGround {
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
    devices: new DeviceMemory(),
    pins: new CertificatePinFiles(options.dataDir, clock),
  }
}

/** The scanner of this machine's network. */
export function discoveryOn(ground: AgentGround) {
  return createDiscovery({ ...ground, look: createAskDevice(ground) })
}

/** Where the outbox lies. */
export const outboxFolder = (dataDir: string): string => join(dataDir, 'outbox')

/** Bytes that the rings of all cameras may take: a quarter of the machine's memory. */
export const ringBytes = (): number => Math.floor(totalmem() / 4)
