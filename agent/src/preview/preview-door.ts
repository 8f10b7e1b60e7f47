import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '../platform/clock.js'
import type { Random } from '../platform/random.js'

/** A link that was not opened by then leads nowhere any more, ms. */
const linkLifeMs = 10 * 60_000

/**
 * Who may watch. The link holds a token that is good once; whoever opens it first gets a cookie, which is good until the
 * preview ends. A page of another site learns neither, and its requests are recognised by their `Host` and `Origin`.
 */
export class PreviewDoor {
  readonly token: string
  readonly #key: string
  readonly #hosts: ReadonlySet<string>
  readonly #cookie: string
  readonly #clock: Clock
  readonly #madeAtMs: number
  #isUsed = false

  /** @param hosts what `Host` may say, such as `127.0.0.1:41234` */
  constructor(hosts: readonly string[], port: number, deps: { clock: Clock; random: Random }) {
    const secret = () => Buffer.from(deps.random.bytes(24)).toString('base64url')
    this.token = secret()
    this.#key = secret()
    this.#hosts = new Set(hosts)
    // Cookies know no ports, and two previews may run side by side.
    this.#cookie = `preview_${port}`
    this.#clock = deps.clock
    this.#madeAtMs = deps.clock.monotonic()
  }

  /** Opens once. @returns the header that lets the browser in from now on, or null */
  open(token: string): string | null {
    const isLate = this.#clock.monotonic() - this.#madeAtMs > linkLifeMs
    if (this.#isUsed || isLate || !isSame(token, this.token)) return null
    this.#isUsed = true
    return `${this.#cookie}=${this.#key}; HttpOnly; SameSite=Strict; Path=/`
  }

  /** Whether a request with these headers may see the picture. */
  admits(headers: { readonly cookie?: string | undefined; readonly host?: string | undefined }): boolean {
    if (!this.knows(headers.host)) return false
    const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
    return cookies.some((pair) => isSame(pair, `${this.#cookie}=${this.#key}`))
  }

  /** Whether the request was meant for this address: another name that leads here is somebody else's page. */
  knows(host: string | undefined): boolean {
    return host !== undefined && this.#hosts.has(host)
  }

  /** Whether a page of this address made the request. */
  isOwnOrigin(origin: string | undefined): boolean {
    return origin !== undefined && origin.startsWith('http://') && this.knows(origin.slice('http://'.length))
  }
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
