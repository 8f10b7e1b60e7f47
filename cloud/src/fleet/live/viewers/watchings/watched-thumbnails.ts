import { giveUpPicture } from '../../../../events/media/store-picture.service.js'
import { Semaphore } from '../../../../platform/concurrency/semaphore.js'
import {
  type CameraPictureDeps,
  refreshThumbnail,
} from '../../../cameras/commands/refresh-thumbnail.service.js'
import { listWatchedCameras } from './live-watching.repository.js'

/** How often it is looked which cameras are watched, milliseconds. */
const lookEveryMs = 10_000
/** Age of a thumbnail from which on it is taken anew, milliseconds; no camera is asked more often. */
const freshMs = 30_000
/** How long a picture stays after its successor: as long as links to it are good, milliseconds. */
const linkedMs = 60 * 60_000
/** Cameras that are asked at once. */
const atOnce = 4

type Watched = Awaited<ReturnType<typeof listWatchedCameras>>[number]

/** What is known of a camera that is watched, or was within the hour. */
interface Refreshed {
  askedMs: number
  /** Pictures that were taken, oldest first. */
  readonly pictures: { readonly id: string; readonly takenMs: number }[]
}

/** Keeps the thumbnails of watched cameras fresh: of those that this node looks after. */
export class WatchedThumbnails {
  readonly #deps: CameraPictureDeps
  readonly #places = new Semaphore(atOnce)
  readonly #cameras = new Map<string, Refreshed & { readonly orgId: string }>()

  constructor(deps: CameraPictureDeps) {
    this.#deps = deps
  }

  /** Looks again and again until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#deps.platform
    while (!signal.aborted) {
      await clock.delay(lookEveryMs, { signal }).catch(() => {})
      if (signal.aborted) return
      await this.refresh(signal).catch((error: unknown) => log.warn({ err: error }, 'live.thumbnails_failed'))
    }
  }

  /** Looks once. @throws what PostgreSQL throws */
  async refresh(signal: AbortSignal): Promise<void> {
    const { database, nodeId } = this.#deps.platform
    const watched = await listWatchedCameras(database.worker, nodeId)
    await Promise.all(watched.map((camera) => this.#refreshInTurn(camera, signal)))
    await this.#giveUpOld()
  }

  async #refreshInTurn(camera: Watched, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#deps.platform
    const known = this.#cameras.get(camera.cameraId)
    if (known && clock.monotonic() - known.askedMs < freshMs) return
    try {
      await this.#places.run(() => this.#take(camera), signal)
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, cameraId: camera.cameraId }, 'live.thumbnail_not_refreshed')
    }
  }

  async #take(camera: Watched): Promise<void> {
    const { orgId, cameraId } = camera
    const askedMs = this.#deps.platform.clock.monotonic()
    const refreshed = this.#cameras.get(cameraId) ?? { orgId, askedMs, pictures: [] }
    refreshed.askedMs = askedMs
    this.#cameras.set(cameraId, refreshed)
    const id = await refreshThumbnail(this.#deps, camera, freshMs)
    if (id !== null) refreshed.pictures.push({ id, takenMs: askedMs })
  }

  /** The newest of a camera stays: it may be all there is. */
  async #giveUpOld(): Promise<void> {
    const now = this.#deps.platform.clock.monotonic()
    for (const [cameraId, { orgId, askedMs, pictures }] of this.#cameras) {
      const successors = pictures.slice(1)
      const old = pictures.filter((_, place) => now - (successors[place]?.takenMs ?? now) > linkedMs)
      for (const { id } of old) {
        await giveUpPicture(this.#deps.platform, orgId, id)
        pictures.shift()
      }
      if (now - askedMs > linkedMs && pictures.length < 2) this.#cameras.delete(cameraId)
    }
  }
}
