import type { LiveReason } from '@sightline/protocol'
import type { Condition } from '../upstreams/condition.js'
import type { Choice } from './choose-stream.js'

/** Why a picture is not as it was asked for. */
interface Why {
  readonly reason: LiveReason | null
  /** For a person. */
  readonly message: string | null
}

/**
 * What keeps a picture away altogether, else what is left out of it for the viewer's sake, else for the site's.
 *
 * @param next what is sent once a picture of it can begin; null: nothing else
 */
export function whyOf(condition: Condition, now: Choice, next: Choice | null): Why {
  const isAhead = now.stream === 'sub' && next?.stream === 'main'
  const reason = now.reason ?? (isAhead ? 'main_on_its_way' : null)
  switch (condition.kind) {
    case 'stalled':
      return { reason: condition.trouble.reason ?? reason, message: condition.trouble.message }
    case 'flowing':
      if (reason === null && condition.limitation !== null)
        return { reason: 'stepped_down_slow_site', message: condition.limitation }
      return { reason, message: wordsOfChoice({ ...now, reason }) }
    case 'starting':
      return { reason, message: wordsOfChoice({ ...now, reason }) }
  }
}

/** Why something else than asked for is sent: all of it, where the line is not the only reason. */
export function wordsOfChoice({ reason, rendition }: Pick<Choice, 'reason' | 'rendition'>): string | null {
  const isMadeAnew = rendition !== 'source' && reason === 'stepped_down_slow_viewer'
  return isMadeAnew ? `${wordsOf('codec_not_decodable')} ${wordsOf(reason)}` : wordsOf(reason)
}

function wordsOf(reason: LiveReason | null): string | null {
  switch (reason) {
    case null:
      return null
    case 'stepped_down_slow_viewer':
      return 'Your line or your browser does not keep up with all that was asked for.'
    case 'main_on_its_way':
      return 'The sub stream is sent until the main stream comes.'
    case 'stepped_down_slow_site':
      return 'The line of the site does not carry all that was asked for.'
    case 'no_sub_stream':
      return 'The camera has no sub stream; the main stream is sent.'
    case 'codec_not_decodable':
      return 'This browser cannot decode the codec of the camera.'
    case 'agent_too_old':
      return 'The program of the gateway is too old for live view.'
    case 'camera_offline':
      return 'The camera cannot be reached.'
    case 'gateway_offline':
      return 'The gateway of this camera is not connected.'
    case 'gateway_silent':
      return 'The gateway sends no picture.'
    case 'site_line_taken':
      return 'The line or the processor of the site is taken.'
    case 'camera_disabled':
      return 'The camera is disabled.'
  }
}
