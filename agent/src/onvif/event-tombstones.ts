import { join } from 'node:path'
import { z } from 'zod'
import { readIfThere, writeDurably } from '../platform/durable-file.js'
import type { Logger } from '../platform/logger.js'

/** A camera whose events are left alone, because subscribing to them brings it down. */
const Tombstone = z.object({
  camera_id: z.string(),
  /** Maker, model and firmware for which it holds; another one is tried anew. */
  device: z.string(),
  at: z.iso.datetime(),
})
type Tombstone = z.infer<typeof Tombstone>

/** A file of version 1 also holds cameras that were only heard to end a quiet connection: it is not gone by. */
const TombstoneFile = z.object({ version: z.literal([1, 2]), cameras: z.array(Tombstone) })

/** The tombstones of this agent, in one small file of the data folder; in memory only without a folder. */
export class EventTombstones {
  readonly #path: string | null
  readonly #log: Logger
  readonly #cameras = new Map<string, Tombstone>()
  #writing: Promise<void> = Promise.resolve()

  private constructor(path: string | null, log: Logger) {
    this.#path = path
    this.#log = log
  }

  /** Reads what there is; a file that cannot be read costs three more restarts of a camera, and nothing else. */
  static async open(dataDir: string | null, log: Logger): Promise<EventTombstones> {
    const path = dataDir === null ? null : join(dataDir, 'onvif-tombstones.json')
    const tombstones = new EventTombstones(path, log)
    try {
      const bytes = path === null ? null : await readIfThere(path)
      if (bytes === null) return tombstones
      const { version, cameras } = TombstoneFile.parse(JSON.parse(bytes.toString('utf8')))
      if (version === 1) {
        log.info({ cameraIds: cameras.map(({ camera_id }) => camera_id) }, 'onvif.tombstones_lifted')
        await tombstones.#save()
        return tombstones
      }
      for (const camera of cameras) tombstones.#cameras.set(camera.camera_id, camera)
    } catch (err) {
      log.warn({ err }, 'onvif.tombstones_unreadable')
    }
    return tombstones
  }

  of(cameraId: string): Tombstone | null {
    return this.#cameras.get(cameraId) ?? null
  }

  async add(tombstone: Tombstone): Promise<void> {
    this.#cameras.set(tombstone.camera_id, tombstone)
    await this.#save()
  }

  async lift(cameraId: string): Promise<void> {
    if (this.#cameras.delete(cameraId)) await this.#save()
  }

  /** One writing after the other; what cannot be written holds until the agent ends. */
  async #save(): Promise<void> {
    const path = this.#path
    if (path === null) return
    this.#writing = this.#writing
      .then(() => writeDurably(path, JSON.stringify({ version: 2, cameras: [...this.#cameras.values()] })))
      .catch((err: unknown) => this.#log.warn({ err }, 'onvif.tombstones_not_written'))
    await this.#writing
  }
}
