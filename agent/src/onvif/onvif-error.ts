import type { CameraFault } from '@sightline/protocol'
import { codeOf } from '../platform/errors.js'

/** Why a device could not be described: the cause, and one sentence that names it and what to do. */
export interface OnvifFailure {
  readonly fault: CameraFault
  readonly message: string
}

/** A failed exchange with a device, inside this folder; callers outside get an `OnvifFailure`. */
export class OnvifError extends Error implements OnvifFailure {
  override readonly name: string = 'OnvifError'
  readonly fault: CameraFault

  constructor(fault: CameraFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.fault = fault
  }
}

/** The device understood an operation and does not do it. */
export class OperationRefused extends OnvifError {
  override readonly name = 'OperationRefused'

  /** @param reason in the device's words, one bounded line */
  constructor(reason: string) {
    super('protocol', `the camera refused a request: ${reason}`)
  }
}

/** A request that got no answer because its connection ended. */
interface LostRequest {
  /** How long ago it was sent, ms. */
  readonly outMs: number
  /** Whether the device has hardly seen it: it went out on a kept connection that was being closed. */
  readonly isUnseen: boolean
}

const unsent: LostRequest = { outMs: 0, isUnseen: false }

/** The device ended the connection instead of answering. It may have seen the request. */
export class ConnectionLost extends OnvifError implements LostRequest {
  override readonly name = 'ConnectionLost'
  readonly outMs: number
  readonly isUnseen: boolean

  constructor(where: string, cause: unknown, { outMs, isUnseen }: LostRequest = unsent) {
    super('protocol', `${where} hangs up instead of answering as an ONVIF device: check the port`, cause)
    this.outMs = outMs
    this.isUnseen = isUnseen
  }
}

/** What a failed connection or request means. Error texts of the system hold no credentials. */
export function connectionError(error: unknown, where: string, lost: LostRequest): OnvifError {
  if (error instanceof OnvifError) return error
  const code = codeOf(error) ?? ''
  switch (code) {
    case 'ECONNREFUSED':
      return new OnvifError('refused', `nothing answers at ${where}: check the port`, error)
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
      return new OnvifError('timeout', `${where} does not answer: check address, cable and power`, error)
    case 'ECONNRESET':
    case 'EPIPE':
      return new ConnectionLost(where, error, lost)
    default:
      return new OnvifError(
        'protocol',
        `${where} does not speak ONVIF over HTTP${code === '' ? '' : ` (${code})`}: check the port`,
        error,
      )
  }
}
