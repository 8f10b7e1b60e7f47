import { createHmac, hkdfSync } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { kept } from '../platform/background.js'
import { readIfThere, writeDurably } from '../platform/durable-file.js'
import type { Logger } from '../platform/logger.js'
import { NewestMap } from '../platform/newest-map.js'
import type { Random } from '../platform/random.js'

/** An account at one service of a camera: ONVIF may have other users than RTSP. */
export interface ServiceAccount {
  readonly service: 'onvif' | 'rtsp'
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
}

/** The accounts that one camera let in before. */
export interface CameraAccounts {
  isProven(account: ServiceAccount): boolean
  /** The camera let this account in. Neither throws nor blocks. */
  proved(account: ServiceAccount): void
  /** The camera has another account by now, or is another one. Neither throws nor blocks. */
  forget(): void
}

/** Cameras that are remembered; those that let somebody in first are forgotten first. */
const mostCameras = 1000
/** Of one camera: ONVIF, and each stream may have its own host. */
const mostAccounts = 4

const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const Stored = z.object({
  version: z.literal(1),
  cameras: z.record(z.uuid(), z.array(Digest).min(1).max(mostAccounts)),
})

type StoredCameras = z.infer<typeof Stored>['cameras']

/** Where the accounts are kept, and where it is logged that they could not be. */
interface AccountsFile {
  readonly path: string
  readonly log: Logger
}

/**
 * Which accounts cameras let in before: one that is refused then may be right, for a camera that boots refuses
 * everybody. Known by digests under a key, so that a file without its key serves nobody who guesses passwords.
 */
export class ProvenAccounts {
  readonly #key: Uint8Array
  readonly #file: AccountsFile | null
  /** The digests of each camera, the last one proven last. */
  readonly #cameras = new NewestMap<string, readonly string[]>(mostCameras)
  /** Writes run one after the other; the newest state wins. */
  #writing: Promise<void> = Promise.resolve()
  /** What is known and not on disk yet is written once more. */
  #isUnwritten = false
  #isWaiting = false

  private constructor(key: Uint8Array, file: AccountsFile | null, stored: StoredCameras = {}) {
    this.#key = key
    this.#file = file
    for (const [id, digests] of Object.entries(stored)) this.#cameras.set(id, digests)
  }

  /**
   * Reads what an earlier process kept in one small file of the data folder. One that cannot be read counts as none:
   * that costs a camera that boots its half hour, and nothing else.
   * @param key of the identity, under which the configuration is kept as well
   */
  static async open(dataDir: string, key: Buffer, log: Logger): Promise<ProvenAccounts> {
    const derived = new Uint8Array(hkdfSync('sha256', key, '', 'accounts that cameras let in', 32))
    const path = join(dataDir, 'proven-accounts.json')
    return new ProvenAccounts(derived, { path, log }, await camerasIn(path, log))
  }

  /** Keeps nothing on disk, under a key that ends with the process. */
  static inMemory(random: Random): ProvenAccounts {
    return new ProvenAccounts(random.bytes(32), null)
  }

  of(cameraId: string): CameraAccounts {
    return {
      isProven: (account) => this.#known(cameraId).includes(this.#digest(cameraId, account)),
      proved: (account) => this.#add(cameraId, this.#digest(cameraId, account)),
      forget: () => this.#drop(cameraId),
    }
  }

  /** Forgets all cameras but these. */
  keepOnly(cameraIds: ReadonlySet<string>): void {
    for (const id of this.#cameras.keys()) if (!cameraIds.has(id)) this.#drop(id)
  }

  /** Resolves when everything so far is on disk, or could not be written. */
  settled(): Promise<void> {
    return this.#writing
  }

  #known(cameraId: string): readonly string[] {
    return this.#cameras.get(cameraId) ?? []
  }

  #digest(cameraId: string, { service, host, port, username, password }: ServiceAccount): string {
    const text = JSON.stringify([cameraId, service, host.toLowerCase(), port, username, password])
    return createHmac('sha256', this.#key).update(text).digest('hex')
  }

  #add(cameraId: string, digest: string): void {
    const known = this.#known(cameraId)
    if (known.includes(digest)) {
      if (this.#isUnwritten) this.#save()
      return
    }
    this.#cameras.set(cameraId, [...known, digest].slice(-mostAccounts))
    this.#save()
  }

  #drop(cameraId: string): void {
    if (this.#cameras.delete(cameraId)) this.#save()
  }

  #save(): void {
    const file = this.#file
    if (file === null || this.#isWaiting) return
    this.#isWaiting = true
    this.#writing = kept(this.#writing.then(() => this.#write(file)))
  }

  async #write({ path, log }: AccountsFile): Promise<void> {
    this.#isWaiting = false
    this.#isUnwritten = true
    try {
      const stored = { version: 1, cameras: Object.fromEntries(this.#cameras) }
      await writeDurably(path, `${JSON.stringify(stored)}\n`)
      this.#isUnwritten = false
    } catch (err) {
      log.warn({ err }, 'accounts.not_written')
    }
  }
}

async function camerasIn(path: string, log: Logger): Promise<StoredCameras> {
  try {
    const bytes = await readIfThere(path)
    if (bytes === null) return {}
    return Stored.parse(JSON.parse(bytes.toString('utf8'))).cameras
  } catch (err) {
    log.warn({ err }, 'accounts.unreadable')
    return {}
  }
}
