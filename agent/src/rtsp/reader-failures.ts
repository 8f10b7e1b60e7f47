import { StreamFailure } from './stream-failure.js'

export function noServer(): StreamFailure {
  return new StreamFailure(
    'not_rtsp',
    'what answers at this address is no RTSP server: check the port (RTSP is usually 554)',
  )
}

export function strayed(): StreamFailure {
  return new StreamFailure('protocol', 'the camera sent bytes that are no RTSP: restart it')
}

export function tooLarge(): StreamFailure {
  return new StreamFailure(
    'protocol',
    'the camera sent a message larger than any description: check its firmware',
  )
}
