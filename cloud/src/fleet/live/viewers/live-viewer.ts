import { forbidden, unauthenticated } from '../../../platform/errors.js'
import type { Platform } from '../../../platform/platform.js'
import { listCameraPlaces, listStreams, requireCamera } from '../../cameras/camera.service.js'
import type { Entitlement } from './entitlement.js'
import type { LiveEnd, Principal, Viewer, WatchedCamera } from './viewer.js'
import { endOfCamera, ofAnotherCamera, toWatchedCamera } from './watched-camera.js'
import type { Watchings } from './watchings/watchings.js'

/** Somebody who watches by an entitlement, which is asked anew each time: nothing of what it allowed is remembered. */
export class LiveViewer implements Viewer {
  readonly #platform: Platform
  readonly #entitlement: Entitlement
  readonly #watchings: Watchings

  constructor(platform: Platform, entitlement: Entitlement, watchings: Watchings) {
    this.#platform = platform
    this.#entitlement = entitlement
    this.#watchings = watchings
  }

  get orgId(): string {
    return this.#entitlement.orgId
  }

  get principal(): Principal {
    return this.#entitlement.principal
  }

  get countsAs(): Pick<Principal, 'kind' | 'id'> {
    return this.#entitlement.countsAs
  }

  get expiresAt(): Date | null {
    return this.#entitlement.expiresAt
  }

  async requireCamera(cameraId: string): Promise<WatchedCamera> {
    const standing = await this.#entitlement.standing()
    if (!standing.ok) throw unauthenticated(standing.end.message)
    // Before it is looked for: whether there is another one is not told.
    if (standing.onlyCameraId !== null && standing.onlyCameraId !== cameraId)
      throw forbidden(ofAnotherCamera.message)
    const db = this.#platform.database.forOrg(this.orgId)
    const camera = await requireCamera(db, standing.caller, cameraId)
    return toWatchedCamera(camera, await listStreams(db, this.orgId, cameraId))
  }

  async verify(
    cameraIds: readonly string[],
  ): Promise<{ readonly socket: LiveEnd | null; readonly cameras: ReadonlyMap<string, LiveEnd> }> {
    const cameras = new Map<string, LiveEnd>()
    const standing = await this.#entitlement.standing()
    if (!standing.ok) return { socket: standing.end, cameras }
    const { caller, onlyCameraId } = standing
    const found = await listCameraPlaces(this.#platform.database.forOrg(this.orgId), this.orgId, cameraIds)
    for (const id of cameraIds) {
      const isForeign = onlyCameraId !== null && onlyCameraId !== id
      const end = isForeign
        ? ofAnotherCamera
        : endOfCamera(
            caller,
            found.find((camera) => camera.id === id),
          )
      if (end) cameras.set(id, end)
    }
    // Not waited for: it stands in line behind what the viewer's own subscriptions write.
    void this.#watchings.goesOn()
    return { socket: null, cameras }
  }

  replaceToken(token: string): Promise<Date> {
    return this.#entitlement.replaceToken(token)
  }

  renew(): Promise<Date> {
    return this.#entitlement.renew()
  }

  began(camera: WatchedCamera): Promise<void> {
    return this.#watchings.began(camera)
  }

  ended(camera: WatchedCamera, watchedMs: number): Promise<void> {
    return this.#watchings.ended(camera, watchedMs)
  }
}
