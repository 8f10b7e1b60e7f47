import type { AudioFormat, MediaFrame } from '@sightline/client/live'
import { loadMse } from '../mse/load-mse.js'
import type { MseTrack } from '../mse/mse-track.js'
import { decodeG711 } from './g711.js'
import { Speaker } from './speaker.js'

/** Plays frames of sound of one format. */
interface Output {
  play(frame: MediaFrame): void
  close(): void
}

/** The sound of a live picture, from when somebody asked for it. */
export class LiveSound {
  #format: AudioFormat | null = null
  #output: Output | null = null
  #isOn = false

  get isOn(): boolean {
    return this.#isOn
  }

  /** Whether the stream has sound. */
  get isThere(): boolean {
    return this.#format !== null
  }

  /** Call it where a person pressed something: a browser plays no sound otherwise. */
  turn(on: boolean): void {
    this.#isOn = on
    this.#renew()
  }

  format(format: AudioFormat | null): void {
    this.#format = format
    this.#renew()
  }

  frame(frame: MediaFrame): void {
    // Sound of the past is not played after.
    if (frame.catchUp) return
    try {
      this.#output?.play(frame)
    } catch {
      // Such as a rate that this browser does not play. Without sound the picture goes on; the next format begins anew.
      this.close()
    }
  }

  close(): void {
    this.#output?.close()
    this.#output = null
  }

  #renew(): void {
    this.close()
    try {
      if (this.#isOn && this.#format) this.#output = outputFor(this.#format)
    } catch {
      // A browser, or what is added to it, may have taken Web Audio away.
    }
  }
}

function outputFor(format: AudioFormat): Output | null {
  const { codec } = format
  if (codec !== 'aac') return g711Output(codec, format)
  if ('AudioDecoder' in globalThis) return aacOutput(format)
  return 'MediaSource' in globalThis && format.config ? mseOutput(format, format.config) : null
}

function g711Output(codec: 'pcma' | 'pcmu', { sampleRate, channels }: AudioFormat): Output {
  const speaker = new Speaker()
  return {
    play: ({ data }) => speaker.play(apart(decodeG711(codec, data), channels), sampleRate),
    close: () => speaker.close(),
  }
}

/** Samples that lie by turns, a channel each. */
function apart(samples: Float32Array<ArrayBuffer>, channels: number): Float32Array<ArrayBuffer>[] {
  if (channels === 1) return [samples]
  return Array.from({ length: channels }, (_, channel) =>
    samples.filter((_sample, at) => at % channels === channel),
  )
}

function aacOutput({ config, sampleRate, channels }: AudioFormat): Output {
  const speaker = new Speaker()
  const decoder = new AudioDecoder({
    output: (data) => {
      speaker.play(planesOf(data), data.sampleRate)
      data.close()
    },
    // Without sound the picture goes on; the next format begins anew.
    error: () => undefined,
  })
  decoder.configure({
    codec: 'mp4a.40.2',
    sampleRate,
    numberOfChannels: channels,
    ...(config && { description: config }),
  })
  return {
    play: ({ dtsUs, data }) => {
      if (decoder.state === 'configured')
        decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp: dtsUs, data }))
    },
    close: () => {
      if (decoder.state !== 'closed') decoder.close()
      speaker.close()
    },
  }
}

function planesOf(data: AudioData): Float32Array<ArrayBuffer>[] {
  return Array.from({ length: data.numberOfChannels }, (_, planeIndex) => {
    const samples = new Float32Array(data.numberOfFrames)
    data.copyTo(samples, { planeIndex, format: 'f32-planar' })
    return samples
  })
}

/** In an element of its own, so that sound that stays away never holds the picture back. */
function mseOutput({ sampleRate, channels }: AudioFormat, config: Uint8Array): Output {
  let track: MseTrack | null = null
  let isClosed = false
  loadMse().then(
    (mse) => {
      if (isClosed) return
      const element = document.createElement('audio')
      track = new mse.MseTrack(element, { appended: () => undefined, failed: () => undefined })
      track.begin({ kind: 'aac', config, sampleRate, channels }, 'audio/mp4; codecs="mp4a.40.2"')
    },
    // Without sound the picture goes on; the next format begins anew.
    () => undefined,
  )
  return {
    play: ({ dtsUs, data }) => track?.add({ dtsUs, ctsUs: 0, keyframe: true, data }),
    close: () => {
      isClosed = true
      track?.close()
    },
  }
}
