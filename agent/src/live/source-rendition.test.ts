import { liveLimits, mostMediaFrameBytes } from '@sightline/protocol'
import { describe, expect, it } from 'vitest'
import { lengthPrefixed, newPacket, newRun, slice } from '../stream/camera-pictures.fixture.js'
import type { Packet, PacketListener, PacketSource } from '../stream/packet.js'
import { withoutReordering } from '../stream/without-reordering.js'
import type { UnsentFrame } from './media-socket.js'
import { SourceRendition } from './source-rendition.js'

/** A source that keeps what it was given, and what came out of it at the other end. */
function scene(kept: readonly Packet[]) {
  const line = { isBehind: false, hasComeBack: false }
  const gop = [...kept]
  const listeners = new Set<PacketListener>()
  const source: PacketSource = {
    subscribe: (listener) => {
      for (const packet of kept) listener.packet(packet)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    currentRun: () => kept[0]?.run ?? null,
    isAwaitingKeyframe: () => false,
    isPastCutShort: () => false,
    newestGop: () => gop,
  }
  const frames: UnsentFrame[] = []
  const seen = { formats: 0, states: [] as string[], asked: 0 }
  const rendition = new SourceRendition(
    { mode: 'full', audio: false },
    {
      format: () => void seen.formats++,
      frame: (frame) => {
        const fits = frame.data.length + 32 <= mostMediaFrameBytes
        if (fits) frames.push(frame)
        return fits
      },
      state: (state, message) => void seen.states.push(message ?? state),
      isBehind: () => line.isBehind,
      hasComeBack: () => line.hasComeBack,
      askForKeyframe: () => void seen.asked++,
      failed: () => undefined,
    },
  )
  rendition.begin(source)
  return {
    frames,
    seen,
    rendition,
    line,
    listeners,
    /** As a hub does: it is kept, then handed on. */
    send: (packet: Packet) => {
      if (packet.keyframe) gop.length = 0
      if (packet.damaged !== true) gop.push(packet)
      for (const listener of listeners) listener.packet(packet)
    },
  }
}

const run = newRun(1, 0)
const mebibyte = 1024 * 1024

it('a group of pictures that is too large comes as a still, and a keyframe is asked for', () => {
  const gop = [0, 1, 2, 3, 4].map((index) => newPacket(run, index * 2000, index === 0, 2 * mebibyte))
  expect(gop.reduce((sum, { data }) => sum + data.length, 0)).toBeGreaterThan(liveLimits.gopBytes)
  const { frames, seen, send } = scene(gop)
  expect(frames).toMatchObject([{ keyframe: true, catchUp: true }])
  expect(seen).toMatchObject({ formats: 1, asked: 1 })
  send(newPacket(run, 10_000, false))
  send(newPacket(run, 12_000, true))
  expect(frames.slice(1)).toMatchObject([{ keyframe: true, catchUp: false, discontinuity: true }])
})

it('a picture that no media frame holds is left out with what refers to it', () => {
  const { frames, send } = scene([newPacket(run, 0, true)])
  send(newPacket(run, 40, false, mostMediaFrameBytes))
  send(newPacket(run, 80, false))
  send(newPacket(run, 120, true))
  expect(frames.map(({ capturedMs, discontinuity }) => [capturedMs, discontinuity])).toEqual([
    [0, false],
    [120, true],
  ])
})

it('a run that cannot be described is no picture, and its viewers are told why', () => {
  const blind = { ...newRun(2, 0), video: { ...run.video, parameterSets: [] } }
  const { frames, seen, send } = scene([newPacket(blind, 0, true), newPacket(blind, 40, false)])
  expect(frames).toEqual([])
  expect(seen).toMatchObject({ formats: 0, states: ['the parameter sets of the stream are of no use'] })
  const good = newRun(3, 1000)
  send(newPacket(good, 1000, true))
  expect(seen.formats).toBe(1)
  expect(frames).toHaveLength(1)
})

describe('parameter sets among the pictures', () => {
  // Says nothing of the order of its pictures.
  const silent = Buffer.from('Z0IAH5WoFAFuQA==', 'base64')
  const pps = Buffer.from('68cb83cb20', 'hex')
  const picture = lengthPrefixed(silent, pps, slice(true))

  it.each([
    [
      'say that none is shown late, where none is',
      0,
      lengthPrefixed(withoutReordering(silent), pps, slice(true)),
    ],
    ['stay as they are where some are', 80_000, picture],
  ])('%s', (_name, lateUs, expected) => {
    const shown = (ms: number, keyframe: boolean, data: Buffer): Packet => {
      const packet = newPacket(run, ms, keyframe)
      return { ...packet, ptsUs: packet.ptsUs + lateUs, data }
    }
    const { frames, send } = scene([shown(0, true, lengthPrefixed(slice(true)))])
    send(shown(40, false, lengthPrefixed(slice(false))))
    send(shown(80, true, picture))
    expect(frames.map(({ data }) => Buffer.from(data))).toEqual([
      lengthPrefixed(slice(true)),
      lengthPrefixed(slice(false)),
      expected,
    ])
  })
})

it('nothing of the source is held once it rests', () => {
  const { frames, listeners, rendition, send } = scene([newPacket(run, 0, true)])
  expect(listeners.size).toBe(1)
  rendition.rest()
  expect(listeners.size).toBe(0)
  send(newPacket(run, 40, false))
  expect(frames).toHaveLength(1)
})

describe('after a line that was silent', () => {
  const at = (ms: number, keyframe = false): Packet => newPacket(run, ms, keyframe)
  /** Three pictures, of which the line took the first two, and its return before the fourth. */
  function silence(...meanwhile: readonly Packet[]) {
    const world = scene([at(0, true)])
    world.send(at(40))
    world.line.isBehind = true
    for (const packet of [at(80), ...meanwhile]) world.send(packet)
    world.line.isBehind = false
    world.line.hasComeBack = true
    return world
  }
  const told = ({ frames }: ReturnType<typeof scene>) =>
    frames.map(
      ({ capturedMs, discontinuity, catchUp }) =>
        `${capturedMs}${discontinuity ? ' gap' : ''}${catchUp ? ' past' : ''}`,
    )

  it('what was left out follows the last picture that was sent, with no gap, and then what is now', () => {
    const world = silence(at(120))
    world.send(at(160))
    world.send(at(200))
    expect(told(world)).toEqual(['0 past', '40', '80 past', '120 past', '160 past', '200'])
  })

  it('the newest keyframe is next, if that was left out', () => {
    const world = silence(at(120, true), at(160))
    world.send(at(200))
    world.send(at(240))
    expect(told(world)).toEqual(['0 past', '40', '120 gap past', '160 past', '200 past', '240'])
  })

  it('pictures that would need a damaged one wait for a keyframe', () => {
    const world = silence({ ...at(120), damaged: true })
    world.send({ ...at(160), damaged: true })
    world.send(at(200, true))
    expect(told(world)).toEqual(['0 past', '40', '200 gap'])
  })

  it('a damaged picture is not what it goes on with', () => {
    const world = silence(at(120))
    world.send({ ...at(160), damaged: true })
    world.send({ ...at(200), damaged: true })
    world.send(at(240, true))
    expect(told(world)).toEqual(['0 past', '40', '240 gap'])
  })

  it('one that was only too thin gets nothing until a keyframe, for that would fill it again', () => {
    const world = silence(at(120))
    world.line.hasComeBack = false
    world.send(at(160))
    world.send(at(200, true))
    expect(told(world)).toEqual(['0 past', '40', '200 gap'])
  })

  it('more than 8 MiB is not sent: a keyframe is asked for', () => {
    const large = [1, 2, 3, 4, 5].map((index) => newPacket(run, 80 + index * 40, false, 2 * mebibyte))
    const world = silence(...large)
    world.send(at(320))
    expect(told(world)).toEqual(['0 past', '40'])
    expect(world.seen.asked).toBe(1)
    world.send(at(360, true))
    expect(told(world)).toEqual(['0 past', '40', '360 gap'])
  })

  it('keyframes alone go on with the newest of them', () => {
    const world = scene([at(0, true)])
    world.rendition.change({ mode: 'keys', audio: false })
    world.line.isBehind = true
    world.send(at(40, true))
    Object.assign(world.line, { isBehind: false, hasComeBack: true })
    world.send(at(80))
    world.send(at(120))
    expect(told(world)).toEqual(['0 past', '40 gap past'])
  })
})
