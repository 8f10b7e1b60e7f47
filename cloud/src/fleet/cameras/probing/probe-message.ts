import type { CameraFault, CameraType } from '@sightline/protocol'

/**
 * What a person reads when a camera could not be reached: the cause, and what to do. The words are ours, for what a
 * camera or a gateway says is not to be trusted with an answer of the API.
 */
export function probeMessage(
  fault: CameraFault,
  type: CameraType,
  where: string,
  by: 'gateway' | 'relay' = 'gateway',
): string {
  const { cause, remedy } = wordsFor(fault, type, by)
  return `the camera at ${where} ${cause}: ${remedy}`
}

/** The same of a camera that sends pictures with which decoding cannot begin. */
export function noKeyframeMessage(where: string, sec: number): string {
  const { cause, remedy } = withoutKeyframe(sec)
  return `the camera at ${where} ${cause}: ${remedy}`
}

/** As `explainFault`. */
export function explainNoKeyframe(where: string, sec: number): { message: string; remedy: string } {
  return inSentences(where, withoutKeyframe(sec))
}

function withoutKeyframe(sec: number) {
  return {
    cause: `sends pictures, but no keyframe within ${sec} s (protocol)`,
    remedy:
      'set its keyframe interval (I-frame interval, GOP) to 1 to 4 seconds, and switch H.264+, H.265+ or a smart codec off',
  }
}

/** The same in two sentences: what is wrong, and what to do. */
export function explainFault(
  fault: CameraFault,
  type: CameraType,
  where: string,
  by: 'gateway' | 'relay' = 'gateway',
): { message: string; remedy: string } {
  return inSentences(where, wordsFor(fault, type, by))
}

function inSentences(where: string, { cause, remedy }: { cause: string; remedy: string }) {
  return {
    message: `The camera at ${where} ${cause}.`,
    remedy: `${remedy[0]?.toUpperCase()}${remedy.slice(1)}.`,
  }
}

function wordsFor(fault: CameraFault, type: CameraType, by: 'gateway' | 'relay') {
  const { cause, remedy } = {
    ...remedies[fault],
    ...(by === 'relay' ? overTheInternet[fault] : {}),
    ...(type === 'onvif' ? byItsService[fault] : {}),
  }
  return { cause, remedy: type === 'onvif' ? remedy.replaceAll('rtsp_', 'onvif_') : remedy }
}

/** `rtsp_username` and `rtsp_password` read `onvif_...` for a camera of that type. */
const remedies: Readonly<Record<CameraFault, { cause: string; remedy: string }>> = {
  dns: {
    cause: 'was not found (dns)',
    remedy:
      'its host name is not known in the network of the gateway; check the spelling or use its IP address',
  },
  refused: {
    cause: 'refused the connection (refused)',
    remedy: 'nothing listens on this port; check the port, and that the camera has this service switched on',
  },
  timeout: {
    cause: 'did not answer in time (timeout)',
    remedy: 'check that it has power, that the address is right, and that the gateway reaches its network',
  },
  auth: {
    cause: 'did not accept the user name or password (auth)',
    remedy:
      'check rtsp_username and rtsp_password; after several attempts a camera may lock the account for minutes',
  },
  not_found: {
    cause: 'has no stream at this path (not_found)',
    remedy: "check the path of the address against the manufacturer's documentation",
  },
  codec: {
    cause: 'sends video in a format that is not supported (codec)',
    remedy: 'set the stream to H.264 or H.265 in the settings of the camera',
  },
  tls: {
    cause: 'could not be reached securely (tls)',
    remedy:
      'if its certificate was changed on purpose, run `agent trust` with its address on the gateway, or change its password and enter the new one; if it encrypts too poorly, update its firmware',
  },
  redirect: {
    cause: 'redirects to another address (redirect)',
    remedy: 'redirects are not followed, because credentials would go along; give the final address',
  },
  clock: {
    cause: 'refuses the login because its clock is wrong (clock)',
    remedy: "set the camera's clock, or let it take the time from the network",
  },
  not_rtsp: {
    cause: 'answers, but not as a camera does (not_rtsp)',
    remedy: 'another service listens on this port; check the port',
  },
  no_video: {
    cause: 'offers no video (no_video)',
    remedy: 'check the path of the address, and that the stream is switched on in the camera',
  },
  stream_limit: {
    cause: 'serves no further client (stream_limit)',
    remedy: 'close other viewers and recorders of this camera, or raise its limit of connections',
  },
  address: {
    cause: 'is outside the networks that the gateway may reach (address)',
    remedy: 'use an address in the network of the site, or extend CAMERA_CIDRS on the gateway',
  },
  protocol: {
    cause: 'answered in a way that was not understood (protocol)',
    remedy: 'check the port and the path, and whether the camera runs its newest firmware',
  },
}

/** What differs where the camera was asked for its streams. */
const byItsService: Partial<Record<CameraFault, { cause?: string; remedy: string }>> = {
  not_found: {
    cause: 'has no such channel, or no stream where it says (not_found)',
    remedy: 'check onvif_channel if it is a recorder or has several lenses, and the profiles of the camera',
  },
}

/** What differs where a relay probes, which reaches the camera over the internet. */
const overTheInternet: Partial<Record<CameraFault, { cause?: string; remedy: string }>> = {
  dns: { remedy: 'its host name is not known on the internet; check the spelling or use its IP address' },
  timeout: {
    remedy:
      'check that it has power, that the address is right, and that its port can be reached from the internet',
  },
  address: {
    cause: 'is at an address that is not public (address)',
    remedy: 'put it behind a gateway, or let the operator extend ALLOWED_PRIVATE_CIDRS',
  },
}
