import type { Clock } from '../platform/clock.js'
import type { RtpPacket } from './rtp-packet.js'

/** A packet that came whole; its bytes are its own. */
export interface OrderedPacket extends Readonly<RtpPacket> {
  readonly data: Buffer
  /** Where it came earlier than it was pushed, ms of the monotonic clock. */
  readonly arrivedMs?: number
}

/** How long a missing packet is waited for. On a local network what is later than this is lost. */
const delayMs = 100
const mostPackets = 512
const mostBytes = 2 * 1024 * 1024

interface Held {
  readonly packet: OrderedPacket & { readonly arrivedMs: number }
  /** Since then it is waited for what lies before it, ms of the monotonic clock. */
  readonly sinceMs: number
}

/**
 * Puts the packets of one source into the order of their sequence numbers. A gap is waited for, for a bounded
 * time and within bounded memory; what came too late for its place is handed on as it comes.
 */
export class ReorderBuffer {
  readonly #clock: Clock
  readonly #deliver: (packet: OrderedPacket) => void
  /** By sequence, ascending; none of them is the next. */
  #held: Held[] = []
  #heldBytes = 0
  #next: number | null = null
  /** When the last one came that was handed on in its place, ms of the monotonic clock. */
  #cameMs = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  constructor(clock: Clock, deliver: (packet: OrderedPacket) => void) {
    this.#clock = clock
    this.#deliver = deliver
  }

  push(packet: OrderedPacket): void {
    const ahead = this.#ahead(packet.sequence)
    if (ahead === 0) {
      this.#hand(packet)
      this.#drain()
    } else if (ahead >= 0x8000) {
      this.#deliver(packet)
      return
    } else {
      this.#hold(packet, ahead)
      while (this.#held.length > mostPackets || this.#heldBytes > mostBytes) this.#skipGap()
    }
    this.#watch()
  }

  /** Hands on what is held, whatever is missing before it: the sequence begins anew. */
  flush(): void {
    while (this.#held.length > 0) this.#skipGap()
    this.reset()
  }

  /** Forgets what is held. */
  reset(): void {
    this.#held = []
    this.#heldBytes = 0
    this.#next = null
    this.#cameMs = Number.NEGATIVE_INFINITY
    this.#watch()
  }

  #ahead(sequence: number): number {
    return this.#next === null ? 0 : (sequence - this.#next) & 0xffff
  }

  #hand(packet: OrderedPacket): void {
    this.#next = (packet.sequence + 1) & 0xffff
    this.#cameMs = packet.arrivedMs ?? this.#clock.monotonic()
    this.#deliver(packet)
  }

  #hold(packet: OrderedPacket, ahead: number): void {
    // Nearly always it belongs at the end.
    let place = this.#held.length
    while (place > 0 && this.#ahead(this.#held[place - 1]?.packet.sequence ?? 0) > ahead) place--
    if (this.#held[place - 1]?.packet.sequence === packet.sequence) return
    const sinceMs = this.#clock.monotonic()
    this.#held.splice(place, 0, { packet: { ...packet, arrivedMs: packet.arrivedMs ?? sinceMs }, sinceMs })
    this.#heldBytes += packet.data.length
  }

  #drain(): void {
    for (
      let [first] = this.#held;
      first !== undefined && first.packet.sequence === this.#next;
      [first] = this.#held
    ) {
      this.#held.shift()
      this.#heldBytes -= first.packet.data.length
      // It came while the one before it was under way: together with that it can be used.
      this.#hand({ ...first.packet, arrivedMs: Math.max(first.packet.arrivedMs, this.#cameMs) })
    }
  }

  #skipGap(): void {
    const [first] = this.#held
    if (first === undefined) return
    this.#next = first.packet.sequence
    this.#drain()
  }

  #watch(): void {
    const [first] = this.#held
    if (first === undefined) {
      this.#cancel?.()
      this.#cancel = null
      return
    }
    if (this.#cancel !== null) return
    const waitMs = Math.max(0, first.sinceMs + delayMs - this.#clock.monotonic())
    this.#cancel = this.#clock.after(waitMs, () => this.#expire())
  }

  #expire(): void {
    this.#cancel = null
    const latestMs = this.#clock.monotonic() - delayMs
    // Timers are a little early at times.
    while ((this.#held[0]?.sinceMs ?? Number.POSITIVE_INFINITY) <= latestMs + 1) this.#skipGap()
    this.#watch()
  }
}
