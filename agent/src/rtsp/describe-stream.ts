import { type ChosenAudio, chooseAudio, chooseVideo } from './choose-track.js'
import { baseUrl, controlUrl } from './control-url.js'
import type { RtspDialogue } from './rtsp-dialogue.js'
import { readPublic } from './rtsp-message.js'
import { parseSdp } from './sdp.js'
import type { VideoTrack } from './track.js'

/** What a camera says of a stream before anything is set up. */
export interface DescribedStream {
  readonly offersGetParameter: boolean
  /** The address of the session as a whole, for PLAY and TEARDOWN. */
  readonly url: string
  readonly video: VideoTrack
  readonly sound: ChosenAudio
  /** What the control of a track may mean: under the camera's base, and under the address that was asked for. */
  urlsOf(control: string | null): readonly string[]
}

/**
 * Asks what there is (RFC 2326 sections 10.1 and 10.2).
 * @throws StreamFailure, also where there is nothing that can be received
 */
export async function describeStream(dialogue: RtspDialogue, url: string): Promise<DescribedStream> {
  const offered = readPublic((await dialogue.ask('OPTIONS', url)).headers)
  const answer = await dialogue.demand('DESCRIBE', url, { Accept: 'application/sdp' })
  const description = parseSdp(answer.body)
  const base = baseUrl(answer.headers, url)
  const whole = controlUrl(base, description.control)
  // Only an absolute control of the session moves the tracks' controls; cameras mean nothing by others.
  const trackBase = isAbsolute(description.control) ? whole : base
  return {
    offersGetParameter: offered.has('GET_PARAMETER'),
    url: whole,
    video: chooseVideo(description),
    sound: chooseAudio(description),
    urlsOf: (control) => [...new Set([controlUrl(trackBase, control), controlUrl(url, control)])],
  }
}

function isAbsolute(control: string | null): boolean {
  return control !== null && /^rtsps?:\/\//i.test(control)
}
