import type { DeviceDescription } from './device-description.js'
import type { OnvifFaults } from './onvif-faults.js'
import { element, textAt, type XmlNode } from './soap.js'

/** What the motor was told to do, in order. Speeds from -1 to 1; an axis that was not named is 0. */
export type MotorOrder =
  | {
      readonly kind: 'move'
      readonly x: number
      readonly y: number
      readonly zoom: number
      /** After which the camera stops by itself, ms; null if the client gave none. */
      readonly timeoutMs: number | null
      readonly atMs: number
    }
  | { readonly kind: 'stop'; readonly by: 'client' | 'timeout'; readonly atMs: number }

/** The motor of a camera: turns from an order on until it is told to stop, or its time-out is over. */
export class Motor {
  readonly orders: MotorOrder[] = []
  isMoving = false
  #timer: NodeJS.Timeout | undefined

  move(x: number, y: number, zoom: number, timeoutMs: number | null): void {
    clearTimeout(this.#timer)
    this.isMoving = x !== 0 || y !== 0 || zoom !== 0
    this.orders.push({ kind: 'move', x, y, zoom, timeoutMs, atMs: Date.now() })
    if (timeoutMs !== null) this.#timer = setTimeout(() => this.stop('timeout'), timeoutMs)
  }

  stop(by: 'client' | 'timeout'): void {
    clearTimeout(this.#timer)
    this.isMoving = false
    this.orders.push({ kind: 'stop', by, atMs: Date.now() })
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}

/** Inner XML of an answer, or the ONVIF subcode of the fault (ONVIF PTZ, section 5). */
export type PtzAnswer = { readonly inner: string } | { readonly subcode: string }

/** The PTZ service, as far as a client needs it to move the camera for a while. */
export function performPtz(
  operation: string,
  body: XmlNode | undefined,
  device: Pick<DeviceDescription, 'profiles' | 'motorChannel'>,
  motor: Motor,
  hasZoom: boolean,
  faults: Pick<OnvifFaults, 'stop' | 'moveTimeout' | 'moveAxes'>,
): PtzAnswer {
  const token = textAt(body, 'ProfileToken')
  const profile = device.profiles.find(({ name }) => name === token)
  if (profile === undefined) return { subcode: 'ter:NoProfile' }
  if (profile.channel !== device.motorChannel) return { subcode: 'ter:NoPTZProfile' }
  switch (operation) {
    case 'ContinuousMove': {
      const velocity = element(body, 'Velocity')
      const [turn, zoom] = [element(velocity, 'PanTilt'), element(velocity, 'Zoom')]
      if (zoom !== undefined && !hasZoom) return { subcode: 'ter:SpaceNotSupported' }
      if (faults.moveAxes === 'all-wanted' && (turn === undefined || zoom === undefined))
        return { subcode: 'ter:InvalidVelocity' }
      const [x, y, z] = [speedOf(turn, '@x'), speedOf(turn, '@y'), speedOf(zoom, '@x')]
      if ([x, y, z].some((speed) => !(Math.abs(speed) <= 1))) return { subcode: 'ter:InvalidVelocity' }
      const timeoutMs = millisecondsOf(textAt(body, 'Timeout'))
      if (timeoutMs !== null && faults.moveTimeout === 'refused')
        return { subcode: 'ter:TimeoutNotSupported' }
      motor.move(x, y, z, faults.moveTimeout === 'ignored' ? null : timeoutMs)
      return { inner: '' }
    }
    case 'Stop':
      if (!takesStop(faults.stop, body)) return { subcode: 'ter:ActionNotSupported' }
      motor.stop('client')
      return { inner: '' }
    default:
      return { subcode: 'ter:ActionNotSupported' }
  }
}

function takesStop(taken: OnvifFaults['stop'], body: XmlNode | undefined): boolean {
  const named = ['PanTilt', 'Zoom'].filter((axis) => textAt(body, axis) === 'true')
  switch (taken) {
    case 'right':
      return true
    case 'unimplemented':
      return false
    case 'single-axis':
      return named.length === 1
    case 'bare':
      return named.length === 0
  }
}

function speedOf(node: XmlNode | undefined, attribute: string): number {
  const written = node?.[attribute]
  return written === undefined ? 0 : Number(written)
}

/** An xs:duration of seconds; null for none. */
function millisecondsOf(duration: string): number | null {
  const seconds = /^PT(\d+(?:\.\d+)?)S$/.exec(duration)?.[1]
  return seconds === undefined ? null : Number(seconds) * 1000
}
