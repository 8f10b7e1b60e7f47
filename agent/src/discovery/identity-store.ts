import { join } from 'node:path'
import { MoveProof } from '@sightline/protocol'
import { z } from 'zod'
import { writeDurably } from '../platform/durable-file.js'
import { readKept, setAside } from '../platform/kept-file.js'
import type { Logger } from '../platform/logger.js'

const text = z.string().max(256).nullable()

/** Where a camera was found again. */
const Move = z.object({
  host: z.string().max(64),
  /** Of the ONVIF service; null where the camera was found by mDNS only. */
  port: z.number().int().min(1).max(65535).nullable(),
  proof: MoveProof,
  /** Whether the cloud has answered the report of it. */
  told: z.boolean(),
})

/** What is known of one camera beyond its configuration. */
const KnownCamera = z.object({
  mac: text,
  serial: text,
  endpoint: text,
  model: text,
  /** The host of the configuration under which this was learnt: another one there, and a person decided anew. */
  host: z.string().max(253),
  move: Move.nullable(),
  /** The host that was found by this gateway and typed by nobody, or null. */
  foundHost: z.string().max(64).nullable(),
  /** Whether another device answered at its address when it was last asked. */
  stranger: z.boolean(),
})
export type IdentityEntry = z.infer<typeof KnownCamera>

const Stored = z.object({ cameras: z.record(z.uuid(), KnownCamera) })

/**
 * The identities of cameras, kept on disk and readable by their owner only: a camera that moved while the machine was
 * off is found again, and one that was found is not lost by a restart without the cloud.
 */
export class IdentityStore {
  readonly #path: string
  readonly #log: Logger
  readonly #entries: Map<string, IdentityEntry>
  /** Writes run one after the other; the newest state wins. */
  #writing: Promise<void> = Promise.resolve()
  #isDirty = false
  /** What lies on the disk says nothing, and is kept beside what takes its place. */
  #isUnreadable = false

  private constructor(path: string, log: Logger, entries: Map<string, IdentityEntry>) {
    this.#path = path
    this.#log = log
    this.#entries = entries
  }

  /**
   * Reads what an earlier process kept; a file that says nothing counts as none, for all of it can be learnt again.
   * @throws AgentError `storage` if the disk does not give it
   */
  static async open(dataDir: string, log: Logger): Promise<IdentityStore> {
    const path = join(dataDir, 'identities.json')
    const kept = await readKept(path, entriesIn)
    if (kept.kind === 'unreadable') log.warn({ err: kept.reason }, 'identities.unreadable')
    const store = new IdentityStore(
      path,
      log,
      kept.kind === 'content' ? kept.content : new Map<string, IdentityEntry>(),
    )
    store.#isUnreadable = kept.kind === 'unreadable'
    return store
  }

  get(cameraId: string): IdentityEntry | undefined {
    return this.#entries.get(cameraId)
  }

  /** Counts at once and is on disk soon after. */
  set(cameraId: string, entry: IdentityEntry): void {
    this.#entries.set(cameraId, entry)
    this.#save()
  }

  drop(cameraId: string): void {
    if (this.#entries.delete(cameraId)) this.#save()
  }

  /** Forgets all cameras but these. */
  keepOnly(cameraIds: ReadonlySet<string>): void {
    for (const id of this.#entries.keys()) if (!cameraIds.has(id)) this.drop(id)
  }

  /** Resolves when everything so far is on disk. */
  settled(): Promise<void> {
    return this.#writing
  }

  #save(): void {
    if (this.#isDirty) return
    this.#isDirty = true
    this.#writing = this.#writing
      .then(async () => {
        this.#isDirty = false
        if (this.#isUnreadable) await setAside(this.#path)
        this.#isUnreadable = false
        const stored = JSON.stringify({ cameras: Object.fromEntries(this.#entries) })
        await writeDurably(this.#path, `${stored}\n`)
      })
      .catch((err: unknown) => this.#log.error({ err }, 'identities.not_written'))
  }
}

function entriesIn(bytes: Buffer): Map<string, IdentityEntry> {
  return new Map(Object.entries(Stored.parse(JSON.parse(bytes.toString('utf8'))).cameras))
}
