import type { CameraMoved, CameraSet } from '@sightline/protocol'
import type { Logger } from '../platform/logger.js'
import { type CameraIdentity, contradicts, joined, noIdentity } from './camera-identity.js'
import type { MovedCamera } from './find-moved-camera.js'
import type { IdentityEntry, IdentityStore } from './identity-store.js'
import { connectionAt, hostOf, onvifPortOf } from './located.js'

/** The settings of a camera as far as they say where it is. */
export type ConnectionSettings = Pick<CameraSet, 'camera_id' | 'connection'>

/**
 * Where the cameras of this gateway are: where the cloud says, or where they were found again since. Nothing here
 * touches the network. See docs/decisions/0043.
 */
export class CameraLocator {
  readonly #identities: IdentityStore
  readonly #log: Logger

  constructor(identities: IdentityStore, log: Logger) {
    this.#identities = identities
    this.#log = log
  }

  /** The settings with the address at which the camera is to be reached now. */
  locate<T extends ConnectionSettings>(settings: T): T {
    const move = this.#entryOf(settings)?.move
    if (!move) return settings
    return { ...settings, connection: connectionAt(settings.connection, move.host, move.port) }
  }

  /**
   * Whether nobody but the device itself vouches for the address in use: then the password goes there in no form that
   * shows it.
   */
  isUnconfirmed(settings: ConnectionSettings): boolean {
    const entry = this.#entryOf(settings)
    return entry?.foundHost !== undefined && entry.foundHost === hostOf(this.locate(settings).connection)
  }

  /** What is known of the camera itself; nothing is where it was never met. */
  identityOf(settings: ConnectionSettings): CameraIdentity {
    return this.#entryOf(settings) ?? noIdentity
  }

  /**
   * Takes what the device at the camera's address said of itself.
   * @returns `stranger` if it is certainly another one. What was found there then was no camera of ours, and the
   *   address of the configuration counts again.
   */
  recordIdentity(settings: ConnectionSettings, said: CameraIdentity): 'same' | 'stranger' {
    const entry = this.#entryOf(settings)
    if (entry !== undefined && contradicts(entry, said)) {
      this.#identities.set(settings.camera_id, { ...withoutMove(entry), stranger: true })
      return 'stranger'
    }
    const host = hostOf(settings.connection)
    if (host === null || !isKnown(said)) return 'same'
    const before = entry ?? { ...noIdentity, host, move: null, foundHost: null, stranger: false }
    const after = { ...before, ...joined(before, said), stranger: false }
    if (entry === undefined || isNews(before, after)) this.#identities.set(settings.camera_id, after)
    return 'same'
  }

  /** Whether another device answered at its address when it was last asked. */
  isStrangerThere(settings: ConnectionSettings): boolean {
    return this.#entryOf(settings)?.stranger ?? false
  }

  /** @returns whether the camera is to be searched for elsewhere from now on. */
  recordMove(settings: ConnectionSettings, moved: MovedCamera): boolean {
    const entry = this.#entryOf(settings)
    const inUse = this.locate(settings).connection
    const host = hostOf(inUse)
    if (entry === undefined || host === null) return false
    const port = onvifPortOf(inUse)
    const isThere =
      moved.addresses.includes(host) && (port === null || moved.port === null || port === moved.port)
    if (isThere) return false
    const isHome = moved.host === entry.host && (moved.port ?? port) === onvifPortOf(settings.connection)
    const move = { host: moved.host, port: moved.port, proof: moved.proof, told: false }
    const after = isHome ? withoutMove(entry) : { ...entry, move, foundHost: moved.host }
    this.#identities.set(settings.camera_id, { ...after, stranger: false })
    const { camera_id: cameraId } = settings
    this.#log.info({ cameraId, from: host, to: moved.host, by: moved.proof.kind }, 'camera.found_elsewhere')
    return true
  }

  /** What is to be reported of a camera that was found elsewhere; null if the cloud knows. */
  unreportedMove(settings: ConnectionSettings): CameraMoved | null {
    const entry = this.#entryOf(settings)
    if (!entry?.move || entry.move.told) return null
    const { host, port, proof } = entry.move
    return {
      camera_id: settings.camera_id,
      from_host: entry.host,
      host,
      ...(port !== null && settings.connection.type === 'onvif' && { port }),
      proof,
    }
  }

  /** The cloud has answered. What it refused counts no more: it knows better where the camera is. */
  moveAnswered(settings: ConnectionSettings, reported: CameraMoved, answer: 'taken' | 'refused'): void {
    const entry = this.#entryOf(settings)
    if (entry?.move?.host !== reported.host) return
    const after = answer === 'taken' ? { ...entry, move: { ...entry.move, told: true } } : withoutMove(entry)
    this.#identities.set(settings.camera_id, after)
  }

  /**
   * A person switched the camera off, and so says of what answers at its address: that is the camera. Another device is
   * it from now on, and an address that the cloud took from us has somebody else who vouches for it.
   */
  switchedOff(settings: ConnectionSettings): void {
    const entry = this.#entryOf(settings)
    if (entry?.stranger) this.#identities.drop(settings.camera_id)
    else if (entry && entry.foundHost !== null && entry.move === null)
      this.#identities.set(settings.camera_id, { ...entry, foundHost: null })
  }

  /** Forgets all cameras but these. */
  keepOnly(cameraIds: readonly string[]): void {
    this.#identities.keepOnly(new Set(cameraIds))
  }

  /**
   * What is known of a camera under its present configuration. The cloud that took the new address confirms it;
   * any other address was typed by a person, perhaps for another device, so nothing that was learnt counts.
   */
  #entryOf({ camera_id: id, connection }: ConnectionSettings): IdentityEntry | undefined {
    const entry = this.#identities.get(id)
    const host = hostOf(connection)
    if (entry === undefined || host === null || host === entry.host) return entry
    if (entry.move === null || host !== entry.move.host) {
      this.#identities.drop(id)
      return undefined
    }
    const confirmed = { ...entry, host, move: null }
    this.#identities.set(id, confirmed)
    return confirmed
  }
}

function withoutMove(entry: IdentityEntry): IdentityEntry {
  return { ...entry, move: null, foundHost: null }
}

function isKnown({ mac, serial, endpoint }: CameraIdentity): boolean {
  return mac !== null || serial !== null || endpoint !== null
}

function isNews(before: IdentityEntry, after: IdentityEntry): boolean {
  return (['mac', 'serial', 'endpoint', 'model', 'stranger'] as const).some(
    (part) => before[part] !== after[part],
  )
}
