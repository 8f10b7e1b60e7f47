import { Cam } from 'onvif'
import { z } from 'zod'
import { escapeXml } from './read-xml.js'

/** A request that is written, but not sent. */
export interface WrittenRequest {
  /** Which of the device's services it is for. */
  readonly service: 'device' | 'media' | 'media2' | 'ptz'
  readonly action: string
  readonly body: string
}

const Written = z.object({
  service: z.enum(['device', 'media', 'media2', 'ptz']).default('device'),
  body: z.string(),
})

/**
 * The `onvif` package writes our requests: envelope, WS-UsernameToken, operation. It would also send them
 * and read the answers; we take each request from it at the one method through which all of its requests
 * go, because its own transport has no limit of size or time, tries a refused password a second time, and
 * turns serial numbers into numbers.
 */
export class RequestWriter extends Cam {
  #written: WrittenRequest | null = null

  constructor(credentials: { readonly username: string; readonly password: string } | null) {
    super({
      hostname: 'unused',
      autoconnect: false,
      preserveAddress: true,
      useWSSecurity: false,
      // The package puts the name into XML as it is, and reads the password byte by byte.
      ...(credentials === null
        ? {}
        : {
            username: escapeXml(credentials.username),
            password: Buffer.from(credentials.password, 'utf8').toString('latin1'),
          }),
    })
  }

  /** The request that `call` makes; it must call one operation of the package, and its callback never runs. */
  write(call: (cam: Cam) => void): WrittenRequest {
    this.#written = null
    call(this)
    if (this.#written === null) throw new Error('the onvif package sends requests another way now')
    return this.#written
  }

  /** The time of the camera's clock; the package adds the process's uptime to it. */
  setCameraClock(cameraNowMs: number): void {
    this.timeShift = cameraNowMs - process.uptime() * 1000
  }

  /** Called by the package with every request. */
  _request(options: unknown): void {
    const { service, body } = Written.parse(options)
    this.#written = { service, action: actionOf(body), body }
  }
}

/** The SOAP action of a request: namespace and name of its operation. */
function actionOf(body: string): string {
  const [, name = '', namespace = ''] = /<s:Body[^>]*><(\w+) xmlns="([^"]+)"/.exec(body) ?? []
  return `${namespace}/${name}`
}
