import type { Clock } from '@sightline/client/live'
import { expect, test } from 'vitest'
import { PacedCanvas } from './paced-canvas.js'
import type { Paintable } from './paintable.js'

/** Goes on where it is told to. */
class HandClock implements Clock {
  #nowMs = 1000
  #timers: { readonly atMs: number; readonly run: () => void }[] = []

  now(): number {
    return this.#nowMs
  }

  wall(): number {
    return this.#nowMs
  }

  after(ms: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + ms, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer)
    }
  }

  pass(ms: number): void {
    this.#nowMs += ms
    const due = this.#timers.filter(({ atMs }) => atMs <= this.#nowMs)
    this.#timers = this.#timers.filter(({ atMs }) => atMs > this.#nowMs)
    for (const { run } of due) run()
  }
}

test('what waits is let go where a later picture is drawn at once, and is not drawn behind it', () => {
  const clock = new HandClock()
  const drawn: number[] = []
  const closed: number[] = []
  const blank = { width: 0, height: 0, getContext: () => null, convertToBlob: async () => new Blob() }
  const canvas = new PacedCanvas(blank, { clock, drawn: ({ ptsUs }) => drawn.push(ptsUs) })
  const picture = (ptsUs: number): Paintable => ({
    ptsUs,
    width: 16,
    height: 16,
    paint: () => {},
    close: () => closed.push(ptsUs),
  })
  const about = { capturedMs: 0, catchUp: false }
  canvas.add(picture(100_000), about)
  // Two that are shown before a third, which was sent before them: with B-frames.
  canvas.add(picture(133_000), about)
  expect(drawn).toEqual([100_000])
  canvas.now(picture(167_000), { ...about, catchUp: true })
  clock.pass(500)
  canvas.add(picture(200_000), about)
  expect(drawn).toEqual([100_000, 167_000, 200_000])
  expect(closed).toEqual([100_000, 133_000, 167_000, 200_000])
})
