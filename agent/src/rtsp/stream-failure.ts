import type { CameraFault } from '@sightline/protocol'

/**
 * A stream that cannot be had: why, and in `message` a sentence that says what to do. The message holds
 * no credentials: nothing that a camera sent, and no address as the user typed it, is copied into it.
 */
export class StreamFailure extends Error {
  override readonly name = 'StreamFailure'
  readonly fault: CameraFault

  constructor(fault: CameraFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause })
    this.fault = fault
  }
}

/** The camera answered, and not as it should: it is there. */
export class StreamRefused extends StreamFailure {}

/** The camera forbids the stream to this account (403): a matter of its rights, or of the camera's. */
class StreamForbidden extends StreamRefused {}

/**
 * What a failure is where the camera let the account in before: some that serve no further stream forbid it instead of
 * saying so with 453. That is no wrong password, and over in a minute.
 */
export function ofProvenAccount(failure: StreamFailure): StreamFailure {
  if (!(failure instanceof StreamForbidden)) return failure
  return new StreamFailure(
    'stream_limit',
    'the camera forbids the stream to an account that it let in before: close other viewers or recorders; if there are none, give the account the right to live view again',
    failure,
  )
}

/** Anything that was thrown, as a failure; what is not one already was not foreseen. */
export function asStreamFailure(error: unknown): StreamFailure {
  if (error instanceof StreamFailure) return error
  return new StreamFailure('protocol', 'the connection to the camera failed: try again', error)
}

/** What an answer other than 200 means for the person who set the camera up; null for a 2xx. */
export function statusFailure(method: string, status: number): StreamFailure | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) {
    return new StreamRefused(
      'redirect',
      'the camera redirects to another address, which is never followed: enter the address that it names itself',
    )
  }
  switch (status) {
    case 401:
      return new StreamRefused('auth', 'the camera refused user name and password: check both')
    case 403:
      return new StreamForbidden(
        'auth',
        'the camera forbids this account to see the stream: give the account the right to live view; if it has it, close other viewers or recorders',
      )
    case 404:
    case 410:
      return new StreamRefused(
        'not_found',
        'the camera has no stream at this path: check the path of the RTSP address',
      )
    case 453:
      return new StreamRefused(
        'stream_limit',
        'the camera serves no further stream: close other viewers or recorders, or raise its limit',
      )
    case 461:
      return new StreamRefused(
        'protocol',
        'the camera refuses this way of sending: enable RTP over RTSP (TCP interleaved) in its settings',
      )
    default:
      return new StreamRefused(
        'protocol',
        `the camera answered ${method} with status ${status}: restart it, or check the path of the address`,
      )
  }
}
