import { expect, it } from 'vitest'
import { createFakeClock } from '../platform/clock.fake.js'
import { silentLogger } from '../platform/logger.js'
import { newPacket, newRun } from '../stream/camera-pictures.fixture.js'
import type { PacketListener, PacketSource } from '../stream/packet.js'
import { TranscodedPicture } from './transcoded-picture.js'

const run = newRun(1, 0)

/** A camera of ten pictures a second, and transcoders that make something when the test says. */
function scene() {
  const clock = createFakeClock()
  const listeners = new Set<PacketListener>()
  const source: PacketSource = {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    currentRun: () => run,
    isAwaitingKeyframe: () => false,
    isPastCutShort: () => false,
    newestGop: () => [],
  }
  const transcoders: { readonly make: () => void; readonly end: () => void; isStopped: boolean }[] = []
  const lost: number[] = []
  const picture = new TranscodedPicture({
    source,
    clock,
    log: silentLogger,
    lost: (failures) => void lost.push(failures),
    start: ({ data, ended }) => {
      const transcoder = { make: () => data(Buffer.alloc(1)), end: () => ended('broken'), isStopped: false }
      transcoders.push(transcoder)
      return {
        waiting: 0,
        write: () => undefined,
        stop: () => {
          transcoder.isStopped = true
          return Promise.resolve()
        },
      }
    },
  })
  picture.show(() => undefined)
  let atMs = 0
  return {
    clock,
    picture,
    transcoders,
    lost,
    play: async (seconds: number) => {
      for (let at = 0; at < seconds * 10; at++) {
        atMs += 100
        for (const listener of listeners) listener.packet(newPacket(run, atMs, atMs % 1000 === 0))
        await clock.advance(100)
      }
    },
  }
}

it('a transcoder that hangs is ended, and told of', async () => {
  const { picture, transcoders, lost, play } = scene()
  await play(19)
  expect(lost).toEqual([])
  await play(3)
  expect(lost).toEqual([1])
  expect(transcoders[0]?.isStopped).toBe(true)
  await play(76)
  expect(lost).toEqual([1, 2, 3, 4])
  await picture[Symbol.asyncDispose]()
  expect(transcoders.every(({ isStopped }) => isStopped)).toBe(true)
})

it('one that makes something is let run, and a camera that rests is none of its faults', async () => {
  const { clock, picture, transcoders, lost, play } = scene()
  for (let at = 0; at < 5; at++) {
    await play(15)
    transcoders[0]?.make()
  }
  await play(1)
  await clock.advance(60_000)
  await play(1)
  expect(lost).toEqual([])
  expect(transcoders).toHaveLength(1)
  await picture[Symbol.asyncDispose]()
})

it('one that dies after its first pictures counts, and the next begins ever later', async () => {
  const { picture, transcoders, lost, play } = scene()
  const startedAt: number[] = []
  for (let second = 0; second < 120; second++) {
    const before = transcoders.length
    await play(1)
    if (transcoders.length === before) continue
    startedAt.push(second)
    transcoders.at(-1)?.make()
    transcoders.at(-1)?.end()
  }
  expect(lost.slice(0, 4)).toEqual([1, 2, 3, 4])
  const waits = startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0))
  expect(waits.slice(0, 4)).toEqual([2, 4, 8, 16].map((seconds) => expect.closeTo(seconds, -0.5)))
  expect(waits.length).toBeLessThan(8)
  await picture[Symbol.asyncDispose]()
})

it('one that made pictures for a while does not count for those that follow', async () => {
  const { picture, transcoders, lost, play } = scene()
  await play(2)
  transcoders[0]?.end()
  for (let second = 0; second < 15; second++) {
    await play(1)
    transcoders[1]?.make()
  }
  transcoders[1]?.end()
  await play(4)
  transcoders[2]?.end()
  expect(lost).toEqual([1, 1, 2])
  await picture[Symbol.asyncDispose]()
})
