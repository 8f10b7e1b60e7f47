import { NewestMap } from '../platform/newest-map.js'
import type { Login } from './login-ladder.js'

/** How the end of a subscription is written: as a span, as a moment of the camera's clock, or left to the camera. */
export type TermForm = 'relative' | 'absolute' | 'none'

/** What was learned about one device, so that it is not asked, or tried, again. */
export interface CachedDevice {
  /** Where ONVIF answered, if not at the port that was typed. */
  port: number | null
  /** Whether it answered over HTTPS there; null while it has not answered. */
  tls: boolean | null
  login: Login | null
  /** Names the account of which it took digests: that account is not shown to it in the clear any more. */
  digestedAccount: string | null
  termForm: TermForm
  /** How long it may be kept waiting for messages, ms: longer, and the connection ends. Null while that never happened. */
  pullWaitMs: number | null
  /** Its Media2 lists nothing, or gives out no address, where its Media1 does. */
  isMedia2Broken: boolean
  /** Forms of the PTZ requests that worked, by their number. */
  moveForm: number
  stopForm: number
  /** Ends when the last request that was queued has been answered. */
  turn: Promise<unknown>
}

/** Devices kept: a gateway has tens of cameras, a relay hundreds. */
const mostDevices = 1000

/** What this process knows of the devices that it speaks to, by host and port as typed. Holds no credentials. */
export class DeviceCache {
  readonly #devices = new NewestMap<string, CachedDevice>(mostDevices)

  of(host: string, port: number): CachedDevice {
    const key = `${host.toLowerCase()} ${port}`
    const known = this.#devices.get(key)
    const device: CachedDevice = known ?? {
      port: null,
      tls: null,
      login: null,
      digestedAccount: null,
      termForm: 'relative',
      pullWaitMs: null,
      isMedia2Broken: false,
      moveForm: 0,
      stopForm: 0,
      turn: Promise.resolve(),
    }
    this.#devices.set(key, device)
    return device
  }
}

/**
 * Does `work` after all that was asked of the device before: small cameras serve one request at a time.
 * @throws the signal's reason, also while it waits
 */
export function inTurn<T>(device: CachedDevice, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const turn = device.turn.then(() => {
    signal.throwIfAborted()
    return work()
  })
  device.turn = turn.catch(() => undefined)
  return new Promise((resolve, reject) => {
    const end = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('ended'))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
    turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
