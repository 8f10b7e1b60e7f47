import { systemClock } from '@sightline/client/live'
import type { FromDecoder, NewPicture, ToDecoder } from './decode-messages.js'
import { PictureDecoder } from './picture-decoder.js'
import { tellDecoder } from './tell-decoder.js'

/** The program of a worker: a decoder for each picture that it is given, which is told by messages over its port. */
self.addEventListener('message', ({ data: { canvas, mpeg1, port } }: MessageEvent<NewPicture>) => {
  const tell = (message: FromDecoder): void => port.postMessage(message)
  const decoder = new PictureDecoder(canvas, { clock: systemClock, tell, mpeg1 })
  port.addEventListener('message', ({ data }: MessageEvent<ToDecoder>) => {
    try {
      tellDecoder(decoder, data)
    } catch (error) {
      // It is no matter of the other pictures.
      tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
    }
    if (data.kind === 'close') port.close()
  })
  port.start()
})

self.postMessage('ready', {})
