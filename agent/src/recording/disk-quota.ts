import { statfs } from 'node:fs/promises'
import { isOutOfSpace, messageOf } from '../platform/errors.js'

/** How much of the disk recordings may take. */
export interface DiskLimits {
  /** The most that recordings take together, bytes; null for what the reserve leaves. */
  readonly quotaBytes: number | null
  /** The share of the disk that stays free for events and for everything else, 0 to 0.5. */
  readonly reserveShare: number
}

export const defaultDiskLimits: DiskLimits = { quotaBytes: null, reserveShare: 0.05 }

/** What was given up since the data folder was made. */
export interface Losses {
  readonly snapshots: number
  readonly clips: number
  readonly events: number
}

export const noLosses: Losses = { snapshots: 0, clips: 0, events: 0 }

/** The figures of the disk under the data folder, bytes. */
export interface DiskFigures {
  /** What this process may still write. */
  readonly freeBytes: number
  readonly sizeBytes: number
  /** What recordings take now. */
  readonly usedBytes: number
}

/**
 * How full it is.
 * - `ok`: there is room.
 * - `low`: what waits for the cloud will be given up soon, or is being given up.
 * - `full`: nothing is left to be given up; new events are kept without a clip.
 */
export type DiskLevel = 'ok' | 'low' | 'full'

/** Everything that is known of the disk, for people. */
export interface DiskState extends DiskFigures {
  readonly quotaBytes: number | null
  readonly reserveBytes: number
  readonly level: DiskLevel
  readonly losses: Losses
}

/** On a large disk a share is more than events will ever need. */
const largestReserve = 2 * 1024 ** 3

const largestSlack = 64 * 1024 ** 2

/** Space below this share of what there is for recordings is reported before it is gone. */
const lowShare = 0.1

/** The bytes that stay free. */
export function reserveOf(sizeBytes: number, limits: DiskLimits): number {
  return Math.min(Math.floor(sizeBytes * limits.reserveShare), largestReserve)
}

/** The bytes that recordings may still take; negative where they take too much already. */
export function roomFor(disk: DiskFigures, limits: DiskLimits): number {
  const aboveReserve = disk.freeBytes - reserveOf(disk.sizeBytes, limits)
  return limits.quotaBytes === null
    ? aboveReserve
    : Math.min(aboveReserve, limits.quotaBytes - disk.usedBytes)
}

/** How full it is, before anything is given up. */
export function levelOf(disk: DiskFigures, limits: DiskLimits): DiskLevel {
  const room = roomFor(disk, limits)
  if (room <= 0) return 'full'
  const most = room + disk.usedBytes
  return room < most * lowShare ? 'low' : 'ok'
}

/**
 * What may be given up, the dearest last: what the cloud has, what it never takes, pictures, clips. Events are not
 * among them: they are kept as long as anything can be written.
 */
export const removalOrder = ['left_over', 'refused', 'snapshot', 'clip'] as const
export type RemovalKind = (typeof removalOrder)[number]

/** The bytes to give up at once where there is no room: a little more, so that it is not a clip every second. */
export function bytesToGiveUp(disk: DiskFigures, limits: DiskLimits): number {
  const room = roomFor(disk, limits)
  if (room > 0) return 0
  const most = Math.max(room + disk.usedBytes, 0)
  return Math.ceil(-room + Math.min(most * 0.02, largestSlack) + 1)
}

/** The free bytes and the size of the disk under `folder`. @throws Error of the file system. */
export async function measureDisk(folder: string): Promise<Omit<DiskFigures, 'usedBytes'>> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize }
}

/** Why a clip does not come; people read it beside the event. */
export const noRoomReason = 'given up for want of space on the disk of the gateway'

/** Why something could not be written, for a person. */
export function storageReason(error: unknown): string {
  return isOutOfSpace(error) ? noRoomReason : messageOf(error)
}

/** What recording needs to know of the disk. */
export interface DiskSpace {
  /** True while a new recording would find no room. */
  readonly isFull: boolean
  /** Resolves once the room that is being made is there, or could not be had; at once where none is being made. Never rejects. */
  made(): Promise<void>
  /** Something could not be written: room is to be made now. */
  wanted(): void
  /** Something is lost for want of space; counted once by its id. */
  lost(what: keyof Losses, id: string): void
}

/** A disk that nobody watches. */
export const unwatchedRoom: DiskSpace = {
  isFull: false,
  made: () => Promise.resolve(),
  wanted: () => undefined,
  lost: () => undefined,
}
