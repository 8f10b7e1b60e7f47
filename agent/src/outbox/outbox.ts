import type { ChannelError, DurableType } from '@sightline/protocol'
import { durableTypes, toCloud } from '@sightline/protocol'
import { z } from 'zod'
import { messageOf } from '../platform/errors.js'
import { type Logger, silentLogger } from '../platform/logger.js'
import { asText, type Change, type Database, isOpen, jsonOf, revive, writeChanges } from './open-database.js'
import { keys } from './outbox-keys.js'

/** A durable frame on its way to the cloud. */
interface OutboxEntry {
  readonly seq: number
  readonly type: DurableType
  readonly body: Readonly<Record<string, unknown>>
}

/** A frame to be kept, and what shall be kept with it or not at all. */
export interface NewEntry {
  readonly type: DurableType
  readonly body: Readonly<Record<string, unknown>>
  /** Names what happened; a second entry with the same mark is not made. */
  readonly mark: string
  /** Further changes made in the same atomic batch, given the entry's number. */
  readonly with?: (seq: number) => readonly Change[]
}

/** Why the cloud does not take a frame. */
export type FrameRefusal = ChannelError & { readonly seq: number }

const StoredEntry = z.object({ type: z.enum(durableTypes), body: z.record(z.string(), z.unknown()) })
/** `servedMs`: the service time at which it was made; one of an earlier version counts as old as the folder. */
const StoredMark = z.object({ seq: z.number(), servedMs: z.number().default(0) })
const Counter = z.number().int().min(0)

/**
 * In the place of an entry that cannot be read, or that a damaged disk lost, for numbers have no gaps: the cloud refuses and
 * confirms it, and what can be read of it is moved aside.
 */
const unreadable = { type: 'event.closed', body: {} } as const

/** How long a mark outlives its entry, in service time, so that a repeat after a restart is still known. */
const markLifeMs = 14 * 24 * 3_600_000

/** Refused frames that are kept for a person to examine; older ones go. */
const refusalsKept = 1000

/**
 * Frames that must reach the cloud. An entry is durable before `append` resolves and goes only once the
 * cloud acknowledged it, which it does after its own commit. Order and numbering never change.
 */
export class Outbox {
  readonly #database: Database
  readonly #servedMs: () => number
  readonly #log: Logger
  readonly #listeners = new Set<() => void>()
  #seq: number
  #acked: number
  #entries: number
  #refused: number
  /** Appends and acknowledgements run one after the other: numbers are given out in the order of the disk. */
  #tail: Promise<unknown> = Promise.resolve()

  /** After a write that failed: what is on the disk may be more than was answered. */
  #isUnsure = false

  private constructor(database: Database, service: { now(): number }, found: Found, log: Logger) {
    this.#database = database
    this.#log = log
    this.#servedMs = () => service.now()
    this.#seq = found.seq
    this.#acked = found.acked
    this.#entries = found.entries
    this.#refused = found.refused
  }

  /**
   * Opens the outbox in `database`, with whatever an earlier process left there.
   * @param service the time that the folder has been in service, ms: a wall clock that jumps ages nothing
   */
  static async open(
    database: Database,
    service: { now(): number },
    log: Logger = silentLogger,
  ): Promise<Outbox> {
    // Marks that stay do no harm; a disk that is full must not keep the agent from recording.
    await dropOldMarks(database, service.now() - markLifeMs).catch(toLog(log, 'outbox.marks_not_dropped'))
    const found = await survey(database)
    const lost = found.seq - found.acked - found.entries
    if (lost > 0) log.error({ entries: lost }, 'outbox.lost')
    return new Outbox(database, service, found, log)
  }

  /** Number of the last frame that the cloud settled. */
  get acked(): number {
    return this.#acked
  }

  /** Number of the last frame appended. */
  get last(): number {
    return this.#seq
  }

  get counts(): { readonly entries: number; readonly refused: number } {
    return { entries: this.#entries, refused: this.#refused }
  }

  /** Whether what waits can be read; a disk that is full may have closed its database. */
  get isReadable(): boolean {
    return isOpen(this.#database)
  }

  /** Calls `listener` after each append and each acknowledgement; the returned function ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Keeps a frame. @returns its number, or that of the earlier one with the same mark. */
  append(entry: NewEntry): Promise<number> {
    return this.#inTurn(async () => {
      const known = await this.seqOf(entry.mark)
      if (known !== null) return known
      const seq = this.#seq + 1
      await this.#write([
        { type: 'put', key: keys.entry(seq), value: { type: entry.type, body: entry.body } },
        { type: 'put', key: keys.mark(entry.mark), value: { seq, servedMs: this.#servedMs() } },
        { type: 'put', key: keys.seq, value: seq },
        ...(entry.with?.(seq) ?? []),
      ])
      this.#seq = seq
      this.#entries += 1
      this.#changed()
      return seq
    })
  }

  /** The number under which `mark` was appended, or null. */
  async seqOf(mark: string): Promise<number | null> {
    const stored = StoredMark.safeParse(await this.#database.get(keys.mark(mark)))
    return stored.success ? stored.data.seq : null
  }

  /** The next frames after `after`, in order. */
  async entriesAfter(after: number, limit: number): Promise<OutboxEntry[]> {
    const found: OutboxEntry[] = []
    const nextSeq = () => (found.at(-1)?.seq ?? Math.max(after, this.#acked)) + 1
    for await (const [key, value] of this.#database.iterator({
      gt: keys.entry(after),
      lt: keys.entries.lt,
      limit,
    })) {
      const seq = seqOfKey(key)
      while (nextSeq() < seq && found.length < limit) found.push({ seq: nextSeq(), ...unreadable })
      if (found.length === limit) break
      found.push({ seq, ...(StoredEntry.safeParse(value).data ?? unreadable) })
    }
    return found
  }

  /**
   * The cloud settled everything up to `upTo`: those entries go, refused ones are moved aside. A number
   * that was never given out confirms nothing.
   */
  acknowledge(upTo: number, refusals: readonly FrameRefusal[]): Promise<void> {
    return this.#inTurn(async () => {
      const settled = Math.min(upTo, this.#seq)
      if (settled <= this.#acked) return
      const reasons = new Map(refusals.map((refusal) => [refusal.seq, refusal]))
      const changes: Change[] = [{ type: 'put', key: keys.acked, value: settled }]
      let gone = 0
      let refused = 0
      for await (const [key, text] of this.#database.iterator<string, string>({
        gte: keys.entries.gte,
        lte: keys.entry(settled),
        ...asText,
      })) {
        const seq = seqOfKey(key)
        const reason = reasons.get(seq)
        if (reason) {
          // What is no JSON is kept as it lay there: a person may examine it.
          const kept = { entry: jsonOf(text) ?? text, code: reason.code, message: reason.message }
          changes.push({ type: 'put', key: keys.refused(seq), value: kept })
          refused += 1
        }
        changes.push({ type: 'del', key })
        gone += 1
      }
      await this.#write(changes)
      this.#acked = settled
      this.#entries -= gone
      this.#refused += refused
      this.#changed()
      if (refused > 0) await this.#dropOldRefusals().catch(toLog(this.#log, 'outbox.refusals_not_dropped'))
    })
  }

  /** Resolves when everything begun so far is on disk, or was refused by it. */
  async settled(): Promise<void> {
    await this.#tail
  }

  async #dropOldRefusals(): Promise<void> {
    const surplus = this.#refused - refusalsKept
    if (surplus <= 0) return
    await this.#database.clear({ ...keys.refusals, limit: surplus })
    this.#refused -= surplus
  }

  async #write(changes: readonly Change[]): Promise<void> {
    try {
      await writeChanges(this.#database, changes)
    } catch (error) {
      this.#isUnsure = true
      throw error
    }
  }

  /** A write that failed may be on the disk all the same: its number must not be given out again. */
  async #lookAgain(): Promise<void> {
    if (!isOpen(this.#database)) await revive(this.#database)
    if (!this.#isUnsure) return
    const { seq, acked, entries, refused } = await survey(this.#database)
    this.#seq = seq
    this.#acked = acked
    this.#entries = entries
    this.#refused = refused
    this.#isUnsure = false
    this.#changed()
  }

  #inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#tail.then(async () => {
      await this.#lookAgain()
      return task()
    })
    this.#tail = done.catch(() => undefined)
    return done
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Checks a body before it is kept: what the cloud would refuse for its form must not enter the queue. */
export function durableBody<T extends DurableType>(
  type: T,
  body: (typeof toCloud)[T]['_input'],
): NewEntry['body'] {
  return toCloud[type].parse(body)
}

interface Found {
  readonly seq: number
  readonly acked: number
  readonly entries: number
  readonly refused: number
}

async function survey(database: Database): Promise<Found> {
  const counter = async (key: string) =>
    Counter.nullable()
      .catch(null)
      .parse((await database.get(key)) ?? null)
  let entries = 0
  let oldest: number | null = null
  let newest = 0
  for await (const key of database.keys(keys.entries)) {
    entries += 1
    newest = seqOfKey(key)
    oldest ??= newest
  }
  let refused = 0
  for await (const _ of database.keys(keys.refusals)) refused += 1
  const known = { seq: await counter(keys.seq), acked: await counter(keys.acked) }
  const seq = Math.max(known.seq ?? 0, newest, known.acked ?? 0)
  // A damaged disk may lose the number as well: what was before the oldest that is here can be sent no more.
  const acked = known.acked ?? (oldest === null ? seq : oldest - 1)
  return { seq, acked, entries, refused }
}

/** The number in the key of an entry. */
const seqOfKey = (key: string): number => Number(key.split('!')[1])

/** Says why something was left that does no harm. */
const toLog = (log: Logger, event: string) => (error: unknown) =>
  log.warn({ reason: messageOf(error) }, event)

async function dropOldMarks(database: Database, beforeMs: number): Promise<void> {
  const old: string[] = []
  const acked = Counter.catch(0).parse(await database.get(keys.acked))
  for await (const [key, value] of database.iterator(keys.marks)) {
    const mark = StoredMark.safeParse(value)
    if (!mark.success || (mark.data.servedMs < beforeMs && mark.data.seq <= acked)) old.push(key)
  }
  await writeChanges(
    database,
    old.map((key) => ({ type: 'del', key })),
  )
}
