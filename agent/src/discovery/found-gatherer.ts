import { channelLimits, type DiscoveredDevice } from '@sightline/protocol'
import type { Clock } from '../platform/clock.js'

interface FoundGathererDeps {
  readonly clock: Clock
  /** Neither throws nor blocks. */
  readonly send: (devices: DiscoveredDevice[]) => void
}

/** Devices often answer at once: they are waited for, ms. */
const gatherMs = 300
/** Of one frame. */
const mostDevices = 16
/** Of one frame, bytes; what else is in it has the rest. */
const mostBytes = channelLimits.payloadBytes / 2

/** Tells of devices as a scan sees them, a few frames a second however many there are. */
export class FoundGatherer {
  readonly #deps: FoundGathererDeps
  #waiting: DiscoveredDevice[] = []
  #cancel: (() => void) | null = null

  constructor(deps: FoundGathererDeps) {
    this.#deps = deps
  }

  found(device: DiscoveredDevice): void {
    // The result of the scan leaves it out, too, if it does not fit there.
    if (sizeOf(device) > mostBytes) return
    this.#waiting.push(device)
    this.#cancel ??= this.#deps.clock.after(gatherMs, () => this.flush())
  }

  /** Sends what waits. Nothing more is sent after it, unless more is found. */
  flush(): void {
    this.#cancel?.()
    this.#cancel = null
    while (this.#waiting.length > 0) this.#deps.send(this.#waiting.splice(0, this.#frameLength()))
  }

  /** How many of those that wait go into the next frame; 1 at least. */
  #frameLength(): number {
    let bytes = 0
    const tooMany = this.#waiting.findIndex((device, at) => {
      bytes += sizeOf(device)
      return at >= mostDevices || bytes > mostBytes
    })
    return tooMany < 0 ? this.#waiting.length : Math.max(1, tooMany)
  }
}

const sizeOf = (device: DiscoveredDevice): number => Buffer.byteLength(JSON.stringify(device))
