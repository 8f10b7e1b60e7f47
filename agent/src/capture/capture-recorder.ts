import type { Clock } from '../platform/clock.js'
import type { RtspTap } from '../rtsp/rtsp-tap.js'
import type { CaptureEntry, CaptureHead } from './capture-format.js'
import { type Private, withoutSecrets } from './without-secrets.js'

/** A capture larger than this is cut short, bytes of packets: ten seconds at 25 Mbit/s. */
const mostBytes = 32 * 1024 * 1024

/** Keeps what passes between the client and a camera, without its secrets, for `readCapture`. */
export class CaptureRecorder implements RtspTap {
  readonly #clock: Clock
  readonly #hidden: Private
  readonly #startedMs: number
  readonly #lines: string[]
  #bytes = 0

  constructor(agentVersion: string, hidden: Private, clock: Clock) {
    this.#clock = clock
    this.#hidden = hidden
    this.#startedMs = clock.monotonic()
    const head: CaptureHead = {
      format: 'sightline-capture',
      version: 1,
      agent_version: agentVersion,
      captured_at: new Date(clock.now()).toISOString(),
    }
    this.#lines = [JSON.stringify(head)]
  }

  sent(request: string): void {
    this.#add({ kind: 'request', at: this.#at(), text: this.#plain(request) })
  }

  received({ head, body }: { readonly head: string; readonly body: string }): void {
    this.#add({ kind: 'answer', at: this.#at(), head: this.#plain(head), body: this.#plain(body) })
  }

  packet(channel: number, data: Buffer, start: number, end: number): void {
    this.#bytes += end - start
    if (this.#bytes > mostBytes) return
    this.#add({ kind: 'packet', at: this.#at(), channel, data: data.toString('base64', start, end) })
  }

  /** Notes why it ended; nothing comes after that. */
  ended(why: string): void {
    this.#add({ kind: 'end', at: this.#at(), why: this.#plain(why) })
  }

  /** The capture so far. */
  text(): string {
    return `${this.#lines.join('\n')}\n`
  }

  #at(): number {
    return Math.round((this.#clock.monotonic() - this.#startedMs) * 10) / 10
  }

  #plain(text: string): string {
    return withoutSecrets(text, this.#hidden)
  }

  #add(entry: CaptureEntry): void {
    this.#lines.push(JSON.stringify(entry))
  }
}
