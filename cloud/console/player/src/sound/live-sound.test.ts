import type { AudioFormat, MediaFrame } from '@sightline/client/live'
import { afterEach, expect, test, vi } from 'vitest'
import { LiveSound } from './live-sound.js'

afterEach(() => vi.unstubAllGlobals())

const pcma: AudioFormat = { codec: 'pcma', sampleRate: 7350, channels: 1, config: null }
const frame: MediaFrame = {
  kind: 'audio',
  keyframe: true,
  discontinuity: false,
  catchUp: false,
  subscription: 1,
  sequence: 1,
  capturedMs: 0,
  dtsUs: 0,
  ctsUs: 0,
  data: Uint8Array.of(0xd5, 0x55),
}

/** What of a browser's sound is used here. It takes no rate below 8 kHz, as Firefox does. */
class Context {
  static closed = 0
  readonly state = 'running'
  readonly currentTime = 0
  readonly destination = {}
  resume = () => Promise.resolve()
  createBuffer(_channels: number, _length: number, rate: number) {
    if (rate < 8000) throw new DOMException(`a rate of ${rate} Hz`, 'NotSupportedError')
    return { copyToChannel: () => undefined }
  }
  createBufferSource = () => Object.assign(new EventTarget(), { connect() {}, start() {}, stop() {} })
  close() {
    Context.closed += 1
    return Promise.resolve()
  }
}

test('a browser without sound of its own, or that gives none to this page, has the picture without it', () => {
  const sound = new LiveSound()
  vi.stubGlobal('AudioContext', undefined)
  sound.turn(true)
  sound.format(pcma)
  sound.frame(frame)
  expect([sound.isOn, sound.isThere]).toEqual([true, true])
})

test('sound that a browser does not play is given up until the next format, and is no matter of the picture', () => {
  vi.stubGlobal('AudioContext', Context)
  const sound = new LiveSound()
  sound.turn(true)
  sound.format(pcma)
  sound.frame(frame)
  expect(Context.closed).toBe(1)
  sound.frame(frame)
  sound.format({ ...pcma, sampleRate: 8000 })
  sound.frame(frame)
  expect(Context.closed).toBe(1)
})
