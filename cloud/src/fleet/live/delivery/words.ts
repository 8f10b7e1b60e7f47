import type { LiveReason } from '@sightline/protocol'
import type { Choice } from './choose-stream.js'

/** Why something else than asked for is sent, for a person: all of it, where the line is not the only reason. */
export function wordsOfChoice({ reason, rendition }: Pick<Choice, 'reason' | 'rendition'>): string | null {
  const isMadeAnew = rendition !== 'source' && reason === 'stepped_down_slow_viewer'
  return isMadeAnew ? `${wordsOf('codec_not_decodable')} ${wordsOf(reason)}` : wordsOf(reason)
}

function wordsOf(reason: LiveReason | null): string | null {
  switch (reason) {
    case null:
      return null
    case 'stepped_down_slow_viewer':
      return 'Your line does not carry all that was asked for.'
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
