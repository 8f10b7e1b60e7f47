import { StreamFailure } from './stream-failure.js'

/** The camera plays over UDP and nothing arrives: a firewall, most likely. Over TCP it may. */
export class DatagramSilence extends StreamFailure {
  constructor() {
    super(
      'timeout',
      'the camera is set to send over UDP and nothing arrives: allow UDP from the camera in the firewall, or set the camera to TCP',
    )
  }
}
