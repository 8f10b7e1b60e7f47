import { type Packet, presentedAtMs, type StreamRun } from './packet.js'
import { recoversByAndBy } from './recovery-point.js'
import type { RingBudget } from './ring-budget.js'

/** A keyframe with what follows it, in one run. */
interface Group {
  readonly run: StreamRun
  readonly packets: Packet[]
  /** A decoder needs it to show the group behind it from its first picture on. */
  readonly leadsIn: boolean
  bytes: number
}

/** What a packet takes beside its picture: object, array slot, buffer head. */
const overheadBytes = 200
/** The most that one ring holds. */
export const largestRingBytes = 64 * 1024 * 1024

/**
 * The newest packets of a stream, cut at keyframes: whole groups of pictures, as many as are needed to begin
 * `keepMs` in the past, within a limit of bytes. Beyond the limit the past gets shorter.
 */
export class PacketRing {
  readonly #budget: RingBudget
  readonly #limitBytes: number
  #groups: Group[] = []
  #size = 0
  #cutShort = false
  #lostAll = false

  constructor(budget: RingBudget, limitBytes: number = largestRingBytes) {
    this.#budget = budget
    this.#limitBytes = limitBytes
    budget.join(this)
  }

  get bytes(): number {
    return this.#size
  }

  /** Whether the limit of bytes keeps the ring from holding what it should. */
  get isCutShort(): boolean {
    return this.#cutShort
  }

  get pieces(): number {
    return this.#groups.length
  }

  /** Whether its only group had to be given up: a recording begins with the next keyframe, without a past. */
  get hasLostAll(): boolean {
    return this.#lostAll
  }

  /** Presentation time of the oldest kept packet, ms since the epoch, or null. */
  get oldestAtMs(): number | null {
    const first = this.#groups[0]?.packets[0]
    return first === undefined ? null : presentedAtMs(first)
  }

  add(packet: Packet, keepMs: number): void {
    if (packet.track === 'video' && packet.keyframe) {
      this.#groups.push({ run: packet.run, packets: [], leadsIn: recoversByAndBy(packet), bytes: 0 })
      this.#lostAll = false
      this.#forget(presentedAtMs(packet) - keepMs)
    }
    const group = this.#groups.at(-1)
    // Without a group its keyframe was given up: nothing can be kept before the next one.
    if (group === undefined || group.run !== packet.run) return
    const bytes = packet.data.length + overheadBytes
    group.packets.push(packet)
    group.bytes += bytes
    this.#size += bytes
    while (this.#size > this.#limitBytes && this.shrink()) {
      // Each turn gave a group up.
    }
    this.#budget.count(bytes)
  }

  /** Gives up the oldest group. */
  shrink(): boolean {
    if (this.#groups.length === 0) return false
    this.#cutShort = true
    this.#dropOldest()
    this.#lostAll = this.#groups.length === 0
    return true
  }

  clear(): void {
    while (this.#groups.length > 0) this.#dropOldest()
    this.#cutShort = false
    this.#lostAll = false
  }

  /** Gives everything back for good. */
  close(): void {
    this.clear()
    this.#budget.leave(this)
  }

  /**
   * The packets from the newest keyframe presented at or before `fromMs`, else all. A run that was over
   * before `fromMs` does not count: what comes after a gap begins behind it. Where a decoder recovers by and by, it
   * is the key frame before that.
   */
  from(fromMs: number): Packet[] {
    const at = this.#groups.findLastIndex(
      ({ packets: [first] }) => first !== undefined && presentedAtMs(first) <= fromMs,
    )
    const first = this.#reaches(at, fromMs) ? this.#leadIn(at) : at + 1
    return this.#groups.slice(first).flatMap(({ packets }) => packets)
  }

  /** The newest keyframe with what follows it; where a decoder recovers by and by, from the key frame before that on. */
  newest(): readonly Packet[] {
    return this.#groups.slice(this.#leadIn(this.#groups.length - 1)).flatMap(({ packets }) => packets)
  }

  /** Whether the group at `index`, or one of the same run behind it, goes on until `fromMs`. */
  #reaches(index: number, fromMs: number): boolean {
    const group = this.#groups[index]
    if (group === undefined) return false
    const next = this.#groups[index + 1]
    const last = group.packets.at(-1)
    return (
      next === undefined || next.run === group.run || (last !== undefined && presentedAtMs(last) >= fromMs)
    )
  }

  #leadIn(index: number): number {
    const [before, group] = [this.#groups[index - 1], this.#groups[index]]
    return before?.leadsIn === true && before.run === group?.run ? index - 1 : index
  }

  /** Gives up what ends before `untilMs`, but for what leads in. */
  #forget(untilMs: number): void {
    while (this.#groups.length > 1) {
      const [oldest, next] = this.#groups.slice(this.#groups[0]?.leadsIn === true ? 1 : 0)
      const following = next?.packets[0]
      const last = oldest?.packets.at(-1)
      if (oldest === undefined || last === undefined) break
      const endsAtMs =
        following !== undefined && next?.run === oldest.run ? presentedAtMs(following) : presentedAtMs(last)
      if (endsAtMs > untilMs) break
      this.#dropOldest()
      this.#cutShort = false
    }
  }

  #dropOldest(): void {
    const group = this.#groups.shift()
    if (group === undefined) return
    this.#size -= group.bytes
    this.#budget.count(-group.bytes)
  }
}
