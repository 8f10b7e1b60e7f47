import type { ToDecoder } from './decode-messages.js'
import type { PictureDecoder } from './picture-decoder.js'

/** Does as a message says. */
export function tellDecoder(decoder: PictureDecoder, message: ToDecoder): void {
  switch (message.kind) {
    case 'format':
      return decoder.format(message.format)
    case 'frame':
      return decoder.frame(message)
    case 'snapshot':
      return void decoder.snapshot(message.id)
    case 'close':
      return decoder.close()
  }
}
