import type { Clock } from '../platform/clock.js'
import type { Random } from '../platform/random.js'
import { formatReceiverReport, readRtcp } from './rtcp.js'
import { RtpReceiver } from './rtp-receiver.js'
import type { RtpReceiverOptions } from './rtp-sink.js'
import type { RtspTap } from './rtsp-tap.js'

interface TrackReceptionOptions extends RtpReceiverOptions {
  readonly random: Random
  /** Brings a receiver report on its way. */
  readonly send: (report: Buffer) => void
  /** The first packet was handed on. */
  readonly onFirst: () => void
  /** The camera said that the source ends. It may go on all the same, within so many ms. */
  readonly onGoodbye: (withinMs: number) => void
  readonly tap?: RtspTap | undefined
  /** The number of its packets in a capture, even; that of RTCP is one more. */
  readonly tapChannel: number
}

/** The usual distance of reports (RFC 3550 section 6.2), which is varied so that they do not come in step. */
const reportEveryMs = 5000

/** One track: its packets, what RTCP says about it, and our reports about it. */
export class TrackReception {
  readonly #options: TrackReceptionOptions
  readonly #receiver: RtpReceiver
  readonly #clock: Clock
  readonly #ownSsrc: number
  readonly #name: string
  #cancel: () => void = () => {}
  #isOpen = true

  constructor(options: TrackReceptionOptions) {
    this.#options = options
    this.#clock = options.clock
    this.#receiver = new RtpReceiver(options)
    const chance = Buffer.from(options.random.bytes(12))
    this.#ownSsrc = chance.readUInt32BE(0)
    // A name that says nothing of this machine.
    this.#name = chance.toString('hex', 4)
    this.#reportLater()
  }

  /** Packets that were handed on. */
  get received(): number {
    return this.#receiver.received
  }

  rtp(data: Buffer, start: number, end: number): void {
    if (!this.#isOpen) return
    this.#options.tap?.packet(this.#options.tapChannel, data, start, end)
    const before = this.#receiver.received
    this.#receiver.push(data, start, end)
    if (before === 0 && this.#receiver.received > 0) this.#options.onFirst()
  }

  rtcp(data: Buffer, start: number, end: number): void {
    if (!this.#isOpen) return
    this.#options.tap?.packet(this.#options.tapChannel + 1, data, start, end)
    const { byes, reports } = readRtcp(data, start, end)
    for (const report of reports) this.#receiver.report(report)
    const withinMs = this.#receiver.goodbye(byes)
    if (withinMs !== null) this.#options.onGoodbye(withinMs)
  }

  reportNow(): void {
    this.#options.send(formatReceiverReport(this.#ownSsrc, this.#name, this.#receiver.takeBlock()))
  }

  close(): void {
    this.#isOpen = false
    this.#cancel()
    this.#receiver.close()
  }

  #reportLater(): void {
    const waitMs = reportEveryMs * (0.5 + this.#options.random.fraction())
    this.#cancel = this.#clock.after(waitMs, () => {
      this.reportNow()
      this.#reportLater()
    })
  }
}
