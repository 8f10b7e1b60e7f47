import { SILENT_TRACK } from './audio-source.js'
import { contentBaseOf } from './content-base.js'
import type { RtspAnswer } from './message.js'
import type { CameraContext, ServedStream } from './rtsp-context.js'
import type { RtspQuirks } from './rtsp-quirks.js'
import { formatSdp } from './sdp.js'

/** What the camera says of a stream. @param uri as it was asked for */
export function describeAnswer(
  context: CameraContext,
  quirks: RtspQuirks,
  stream: ServedStream,
  uri: string,
): RtspAnswer {
  const { audio, controlUrls, faults, host, name, parameterSets } = context
  const { audioOnly, jpegOnly } = faults.current
  const base = `${uri.replace(/\/$/, '')}/`
  const { contentBase, controls, sdp, wayBack } = quirks
  const relative = controls === 'leading-slash' ? '/' : ''
  const body = formatSdp(name, host, {
    picture: audioOnly ? null : stream.live.currentPicture,
    asJpeg: jpegOnly,
    audio: audio ?? (audioOnly ? SILENT_TRACK : null),
    withoutParameterSets: parameterSets === 'in-band-only',
    controlPrefix: controlUrls === 'absolute' ? base : relative,
    wayBack,
    isSloppy: sdp === 'sloppy',
  })
  const type = sdp === 'sloppy' ? {} : { 'Content-Type': 'application/sdp' }
  return { status: 200, headers: { ...type, ...contentBaseOf(contentBase, base) }, body }
}
