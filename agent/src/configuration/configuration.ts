import { join } from 'node:path'
import { CameraSet } from '@sightline/protocol'
import { z } from 'zod'
import type { ConfigurationFrame } from '../cloud-link/session.js'
import { writeDurably } from '../platform/durable-file.js'
import { readKept, setAside } from '../platform/kept-file.js'
import type { Logger } from '../platform/logger.js'
import type { Random } from '../platform/random.js'
import { seal, unseal } from './sealed-file.js'

/** What the cloud last said this gateway shall do. */
const Stored = z.object({ revision: z.number().int().min(0), cameras: z.array(CameraSet) })

interface ConfigurationOptions {
  readonly dataDir: string
  /** 32 bytes. */
  readonly key: Buffer
  readonly random: Random
  readonly log: Logger
}

/**
 * The last configuration, kept encrypted, so that after a reboot without the cloud the cameras go on.
 * Camera passwords stay sealed in it.
 */
export class Configuration {
  readonly #options: ConfigurationOptions
  readonly #cameras = new Map<string, CameraSet>()
  readonly #listeners = new Set<() => void>()
  #revision = 0
  /** What lies on the disk says nothing, and is kept beside what takes its place. */
  #isUnreadable = false
  /** Writes run one after the other; the newest state wins. */
  #writing: Promise<void> = Promise.resolve()

  private constructor(options: ConfigurationOptions) {
    this.#options = options
  }

  /**
   * Reads what an earlier process kept; a file that says nothing counts as none, and the cloud sends all again.
   * @throws AgentError `storage` if the disk does not give it
   */
  static async open(options: ConfigurationOptions): Promise<Configuration> {
    const configuration = new Configuration(options)
    await configuration.#load()
    return configuration
  }

  /** Revision that is held whole; 0 for none. */
  get revision(): number {
    return this.#revision
  }

  get cameras(): readonly CameraSet[] {
    return [...this.#cameras.values()]
  }

  camera(id: string): CameraSet | undefined {
    return this.#cameras.get(id)
  }

  /** Calls `listener` after each change; the returned function ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Takes what the cloud sent. It counts at once and is kept on disk soon after. */
  apply(frame: ConfigurationFrame): void {
    switch (frame.type) {
      case 'camera.set':
        this.#cameras.set(frame.body.camera_id, frame.body)
        break
      case 'camera.drop':
        this.#cameras.delete(frame.body.camera_id)
        break
      case 'config.complete':
        for (const id of this.#cameras.keys())
          if (!frame.body.camera_ids.includes(id)) this.#cameras.delete(id)
        this.#revision = frame.body.revision
        break
      case 'lease.renewed':
        // Leases are a relay's; a gateway's cameras are its own.
        return
    }
    this.#save()
    for (const listener of this.#listeners) listener()
  }

  /** Resolves when everything applied so far is on disk. */
  settled(): Promise<void> {
    return this.#writing
  }

  async #load(): Promise<void> {
    const { dataDir, key, log } = this.#options
    const kept = await readKept(fileIn(dataDir), (bytes) => Stored.parse(JSON.parse(unseal(bytes, key))))
    if (kept.kind === 'unreadable') {
      this.#isUnreadable = true
      log.warn({ err: kept.reason }, 'configuration.unreadable')
    }
    if (kept.kind !== 'content') return
    for (const camera of kept.content.cameras) this.#cameras.set(camera.camera_id, camera)
    this.#revision = kept.content.revision
  }

  #save(): void {
    const { dataDir, key, log, random } = this.#options
    this.#writing = this.#writing
      .then(async () => {
        if (this.#isUnreadable) await setAside(fileIn(dataDir))
        this.#isUnreadable = false
        const text = JSON.stringify({ revision: this.#revision, cameras: this.cameras })
        await writeDurably(fileIn(dataDir), seal(text, key, random), { mode: 0o600 })
      })
      .catch((err: unknown) => log.error({ err }, 'configuration.not_written'))
  }
}

const fileIn = (dataDir: string) => join(dataDir, 'configuration.sealed')
