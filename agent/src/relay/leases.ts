import type { CameraLease, CameraSet } from '@sightline/protocol'
import type { CameraList } from '../cameras/camera-supervisor.js'
import type { FrameOf } from '../cloud-link/session.js'
import type { Clock } from '../platform/clock.js'
import { messageOf } from '../platform/errors.js'
import type { Logger } from '../platform/logger.js'
import type { LastEpochs } from './last-epochs.js'
import { firstEndMs, type LeaseEvent, type LeaseState, nextLeases, noLeases } from './lease-state.js'

/** What the cloud says about leases. */
type LeaseFrame = FrameOf<'camera.set' | 'camera.drop' | 'lease.renewed'>

interface LeasesOptions {
  /** Cameras that this relay serves at most. */
  readonly capacity: number
  readonly lastEpochs: LastEpochs
  readonly clock: Clock
  readonly log: Logger
  /** Called when leases ended because nothing renewed them: whoever should have is out of step with us. */
  readonly onLapse: () => void
}

/**
 * The cameras that a relay holds, in memory only: settings and sealed credentials of a camera are forgotten with
 * its lease. What remains on disk is its id and its last epoch.
 */
export class Leases implements CameraList {
  readonly #options: LeasesOptions
  readonly #cameras = new Map<string, CameraSet>()
  readonly #listeners = new Set<() => void>()
  #state: LeaseState
  #keeping: Promise<void> = Promise.resolve()
  #cancelTimer: () => void = () => undefined

  private constructor(options: LeasesOptions, last: ReadonlyMap<string, number>) {
    this.#options = options
    this.#state = noLeases(last)
  }

  static async open(options: LeasesOptions): Promise<Leases> {
    return new Leases(options, await options.lastEpochs.read(options.log))
  }

  get cameras(): readonly CameraSet[] {
    return [...this.#cameras.values()]
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** The lease by which a camera is held now. */
  held(cameraId: string): CameraLease | null {
    const epoch = this.#state.held.get(cameraId)?.epoch
    return epoch === undefined ? null : { camera_id: cameraId, epoch }
  }

  /** The lease under which frames about a camera are sent: that of now, or the last there was. */
  stamp(cameraId: string): CameraLease | null {
    const epoch = this.#state.last.get(cameraId)
    return epoch === undefined ? null : { camera_id: cameraId, epoch }
  }

  /** Whether a command may be carried out that came under this lease. */
  admits(lease: CameraLease | undefined, cameraId: string): boolean {
    return lease?.camera_id === cameraId && this.held(cameraId)?.epoch === lease.epoch
  }

  /** Takes what the cloud says; what came too late, or without a lease, changes nothing. */
  take(frame: LeaseFrame): void {
    const nowMs = this.#options.clock.monotonic()
    switch (frame.type) {
      case 'camera.set':
        return this.#grant(frame, nowMs)
      case 'camera.drop':
        if (frame.lease?.camera_id !== frame.body.camera_id) return this.#passOver(frame.type)
        return this.#move({ kind: 'dropped', lease: frame.lease })
      case 'lease.renewed': {
        const { leases, valid_ms: validMs } = frame.body
        return this.#move({ kind: 'renewed', leases, validMs, nowMs })
      }
    }
  }

  /** Ends all leases. */
  stop(): void {
    this.#cancelTimer()
    this.#state = { ...this.#state, held: new Map() }
    this.#forgetEnded()
  }

  /** Resolves when every epoch taken so far is on disk. */
  settled(): Promise<void> {
    return this.#keeping
  }

  #grant(frame: FrameOf<'camera.set'>, nowMs: number): void {
    const { lease, body } = frame
    if (lease?.camera_id !== body.camera_id) return this.#passOver(frame.type)
    const { capacity, log } = this.#options
    if (!this.#cameras.has(body.camera_id) && this.#cameras.size >= capacity) {
      log.error({ cameraId: body.camera_id, capacity }, 'lease.over_capacity')
      return
    }
    const before = this.#state
    this.#move({ kind: 'granted', lease, nowMs })
    if (this.#state === before) {
      log.warn({ cameraId: body.camera_id, epoch: lease.epoch }, 'lease.too_late')
      return
    }
    if (before.last.get(body.camera_id) !== lease.epoch) this.#keep(lease)
    if (!before.held.has(body.camera_id))
      log.info({ cameraId: body.camera_id, epoch: lease.epoch }, 'lease.held')
    this.#cameras.set(body.camera_id, body)
    this.#notify()
  }

  #move(event: LeaseEvent): void {
    this.#state = nextLeases(this.#state, event)
    this.#arm()
    const ended = this.#forgetEnded()
    if (ended.length === 0) return
    const lapsed = event.kind === 'time_passed'
    this.#options.log[lapsed ? 'warn' : 'info']({ cameraIds: ended }, lapsed ? 'lease.lapsed' : 'lease.ended')
    if (lapsed) this.#options.onLapse()
  }

  #forgetEnded(): string[] {
    const ended = [...this.#cameras.keys()].filter((id) => !this.#state.held.has(id))
    for (const id of ended) this.#cameras.delete(id)
    if (ended.length > 0) this.#notify()
    return ended
  }

  /** Checks again when the first lease would end. */
  #arm(): void {
    this.#cancelTimer()
    const { clock } = this.#options
    const endMs = firstEndMs(this.#state)
    if (endMs === null) return
    this.#cancelTimer = clock.after(Math.max(endMs - clock.monotonic(), 0), () =>
      this.#move({ kind: 'time_passed', nowMs: clock.monotonic() }),
    )
  }

  #keep({ camera_id: cameraId, epoch }: CameraLease): void {
    const { lastEpochs, log } = this.#options
    this.#keeping = this.#keeping
      .then(() => lastEpochs.keep(cameraId, epoch))
      .catch((error: unknown) => log.error({ cameraId, reason: messageOf(error) }, 'lease.not_kept'))
  }

  #passOver(type: string): void {
    this.#options.log.warn({ type }, 'lease.missing')
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
