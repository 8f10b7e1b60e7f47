import { placeOf } from './sound-clock.js'

/** Plays pieces of sound one behind the other. */
export class Speaker {
  readonly #context = new AudioContext({ latencyHint: 'interactive' })
  readonly #playing = new Set<AudioBufferSourceNode>()
  #endsAt: number | null = null

  constructor() {
    // Allowed because somebody pressed a button or a key.
    this.#context.resume().catch(() => undefined)
  }

  /** @param channels of one length, samples from -1 to 1 */
  play(channels: readonly Float32Array<ArrayBuffer>[], sampleRate: number): void {
    const length = channels[0]?.length ?? 0
    if (length === 0 || this.#context.state !== 'running') return
    const buffer = this.#context.createBuffer(channels.length, length, sampleRate)
    channels.forEach((samples, channel) => buffer.copyToChannel(samples, channel))
    const { at, isNew } = placeOf(this.#context.currentTime, this.#endsAt)
    if (isNew) this.#silence()
    const source = this.#context.createBufferSource()
    source.buffer = buffer
    source.connect(this.#context.destination)
    source.addEventListener('ended', () => this.#playing.delete(source))
    this.#playing.add(source)
    source.start(at)
    this.#endsAt = at + length / sampleRate
  }

  close(): void {
    this.#silence()
    this.#context.close().catch(() => undefined)
  }

  #silence(): void {
    for (const source of this.#playing) source.stop()
    this.#playing.clear()
  }
}
