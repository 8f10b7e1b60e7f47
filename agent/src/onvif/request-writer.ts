import { Cam } from 'onvif'
import { z } from 'zod'

export type OnvifService = 'device' | 'media' | 'media2' | 'ptz' | 'events'

/** A request that is written, but not sent. It holds no credentials. */
export interface WrittenRequest {
  /** Which of the device's services it is for. */
  readonly service: OnvifService
  readonly action: string
  readonly body: string
}

const Written = z.object({
  service: z.enum(['device', 'media', 'media2', 'ptz']).default('device'),
  body: z.string(),
})

/**
 * The `onvif` package writes our requests: envelope and operation. It would also send them and read the
 * answers; we take each request from it at the one method through which all of its requests go, because its
 * own transport has no limit of size or time, tries a refused password a second time, and turns serial
 * numbers into numbers. It never sees credentials: `ws-security.ts` adds them.
 */
export class RequestWriter extends Cam {
  #written: WrittenRequest | null = null

  constructor() {
    super({ hostname: 'unused', autoconnect: false, preserveAddress: true, useWSSecurity: false })
  }

  /** The request that `call` makes; it must call one operation of the package, and its callback never runs. */
  write(call: (cam: Cam) => void): WrittenRequest {
    this.#written = null
    call(this)
    if (this.#written === null) throw new Error('the onvif package sends requests another way now')
    return this.#written
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
