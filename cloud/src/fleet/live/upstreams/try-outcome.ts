import { type LiveReason, liveCloseCodes, liveReasons } from '@sightline/protocol'

/** How one try to get a stream from whoever serves the camera ended. */
export type TryOutcome =
  /** Nobody serves the camera now. */
  | { readonly kind: 'offline' }
  /** The program of the gateway knows no live view. */
  | { readonly kind: 'too_old' }
  | { readonly kind: 'refused'; readonly code: string }
  /** The gateway was asked, and did not answer. */
  | { readonly kind: 'no_answer' }
  /** It answered, and opened no media socket. */
  | { readonly kind: 'not_dialed' }
  /** The media socket was there, and is gone. `flowed`: frames came for long enough that it had worked. */
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string; readonly flowed: boolean }

/** Why no picture comes. */
export interface Trouble {
  readonly reason: LiveReason | null
  readonly message: string
  /** Waiting helps: another try follows. False: this stream cannot be had in this form. */
  readonly passes: boolean
}

/** What viewers are told of it. */
export function troubleOf(outcome: TryOutcome): Trouble {
  switch (outcome.kind) {
    case 'offline':
      return passing('gateway_offline', 'The gateway of this camera is not connected.')
    case 'too_old':
      return lasting(
        'agent_too_old',
        'The program of the gateway is too old for live view; stills are shown.',
      )
    case 'no_answer':
      return passing('gateway_silent', 'The gateway was asked for the picture and did not answer.')
    case 'not_dialed':
      return passing('gateway_silent', 'The gateway took the request, but sent no picture.')
    case 'closed':
      return lossOf(outcome)
    case 'refused':
      return refusalOf(outcome.code)
  }
}

function lossOf({ code, reason }: Extract<TryOutcome, { kind: 'closed' }>): Trouble {
  switch (code) {
    case liveCloseCodes.badMessage:
      return passing(null, 'The gateway sent what cannot be read.')
    case liveCloseCodes.tooMany:
      return passing(null, 'The gateway sent more than a camera can.')
    case liveCloseCodes.forbidden:
      return passing('gateway_offline', 'The gateway of this camera is disabled.')
    case liveCloseCodes.silent:
      return passing('gateway_silent', 'The gateway sent nothing any more; it is asked again.')
    case liveCloseCodes.unavailable:
      return passing(null, `The gateway has no picture: ${reason}.`)
    default:
      return passing(null, 'The connection to the gateway was lost.')
  }
}

function refusalOf(code: string): Trouble {
  switch (code) {
    case 'camera_offline':
      return passing('camera_offline', 'The camera cannot be reached.')
    case 'camera_unknown':
      return passing(null, 'The gateway does not know this camera yet.')
    case 'unavailable':
      return passing('site_line_taken', 'The line or the processor of the site is taken.')
    case 'unsupported':
      return lasting(null, 'The gateway cannot give this stream in a form that can be shown here.')
    default:
      return passing(null, 'The gateway could not begin the picture.')
  }
}

/** What another node says; a reason that a later version made is left out. */
export function readTrouble(said: { reason: string | null; message: string; passes: boolean }): Trouble {
  const { message, passes } = said
  return { reason: liveReasons.find((reason) => reason === said.reason) ?? null, message, passes }
}

const passing = (reason: LiveReason | null, message: string): Trouble => ({ reason, message, passes: true })
const lasting = (reason: LiveReason | null, message: string): Trouble => ({ reason, message, passes: false })

const longestWaitMs = 5_000

/**
 * Milliseconds until the next try.
 * @param failures tries in a row that brought no stream, this one included
 */
export function waitBeforeTry(outcome: TryOutcome, failures: number): number {
  const isAtOnce =
    outcome.kind === 'closed' ? outcome.flowed : outcome.kind === 'refused' && outcome.code === 'conflict'
  if (isAtOnce && failures <= 1) return 0
  return Math.min(longestWaitMs, 250 * 2 ** Math.min(failures, 10))
}
