import { systemClock } from '@sightline/client/live'
import type { FromDecoder, ToDecoder } from './decode-messages.js'
import { PictureDecoder } from './picture-decoder.js'

/** The program of the worker: a decoder that is told by messages. */
let decoder: PictureDecoder | null = null

const tell = (message: FromDecoder): void => self.postMessage(message, {})

self.addEventListener('message', ({ data }: MessageEvent<ToDecoder>) => {
  switch (data.kind) {
    case 'canvas':
      decoder = new PictureDecoder(data.canvas, { clock: systemClock, tell, mpeg1: data.mpeg1 })
      break
    case 'format':
      decoder?.format(data.format)
      break
    case 'frame':
      decoder?.frame(data)
      break
    case 'snapshot':
      void decoder?.snapshot(data.id)
      break
    case 'close':
      decoder?.close()
      self.close()
      break
  }
})

self.postMessage('ready', {})
