import { describe, expect, it } from 'vitest'
import { keyframe, takenFrame } from '../frames/frames.fixture.js'
import type { TakenFrame } from '../frames/taken-frame.js'
import { FrameQueue } from './frame-queue.js'

/** A queue on a line that the test holds. */
function line() {
  const state = { nowMs: 1_000, isFull: false, takesBurst: true, oneAtATime: false, skipped: 0 }
  const memory: { frames: readonly TakenFrame[] } = { frames: [] }
  const sent: { frame: TakenFrame; said: string }[] = []
  const queue = new FrameQueue({
    now: () => state.nowMs,
    line: () => ({ windowMs: 500, isFull: state.isFull }),
    takesBurst: () => state.takesBurst,
    send: (frame, { sequence, discontinuity, catchUp }) => {
      sent.push({ frame, said: `${sequence}${discontinuity ? ' gap' : ''}${catchUp ? ' past' : ''}` })
      if (state.oneAtATime) state.takesBurst = false
    },
    skipped: () => {
      state.skipped += 1
    },
    newest: () => memory.frames,
  })
  return { state, memory, queue, sent, said: () => sent.map(({ said }) => said) }
}

describe('frames on their way to a viewer', () => {
  it('begin with the GOP of the memory, in a burst, and go on live', () => {
    const { queue, said, sent } = line()
    const gop = [keyframe(), takenFrame(), takenFrame()]
    queue.begin(gop, true)
    const next = takenFrame()
    queue.add(next)
    expect(said()).toEqual(['1 past', '2 past', '3 past', '4'])
    expect(sent.map(({ frame }) => frame)).toEqual([...gop, next])
  })

  it('begin with the next keyframe where the memory is empty, or holds the keyframe alone', () => {
    const empty = line()
    empty.queue.begin([], true)
    empty.queue.add(takenFrame())
    empty.queue.add(keyframe())
    expect(empty.said()).toEqual(['1'])
    const still = line()
    still.queue.begin([keyframe()], false)
    still.queue.add(takenFrame())
    still.queue.add(keyframe())
    still.queue.add(takenFrame())
    expect(still.said()).toEqual(['1 past', '2 gap', '3'])
  })

  it('of a burst go as the line takes them, in order with what comes meanwhile', () => {
    const { state, queue, said, sent } = line()
    state.takesBurst = false
    const gop = [keyframe(), takenFrame()]
    queue.begin(gop, true)
    const live = takenFrame()
    queue.add(live)
    expect(said()).toEqual([])
    state.takesBurst = true
    queue.flush()
    expect(sent.map(({ frame }) => frame)).toEqual([...gop, live])
    expect(said()).toEqual(['1 past', '2 past', '3 past'])
  })

  it('of a burst are given up beyond 8 MiB, and nothing more goes out until a keyframe', () => {
    const { state, queue, said } = line()
    state.takesBurst = false
    const mebibyte = Buffer.alloc(1024 * 1024)
    queue.begin([keyframe({ data: mebibyte })], true)
    for (let index = 0; index < 6; index += 1) queue.add(takenFrame({ data: mebibyte }))
    expect([state.skipped, queue.isSkipping]).toEqual([0, false])
    queue.add(takenFrame({ data: mebibyte }))
    expect([state.skipped, queue.isSkipping]).toEqual([8, true])
    state.takesBurst = true
    queue.add(takenFrame())
    queue.add(keyframe())
    expect(said()).toEqual(['1 gap'])
  })

  it('of a burst are given up after ten seconds, though a little of it went out again and again', () => {
    const { state, queue, sent } = line()
    state.takesBurst = false
    state.oneAtATime = true
    queue.begin([keyframe(), ...Array.from({ length: 20 }, () => takenFrame())], true)
    for (let second = 0; second < 20; second += 1) {
      state.nowMs += 1_000
      state.takesBurst = true
      queue.flush()
      queue.acknowledge(sent.length)
      queue.add(takenFrame())
    }
    expect(sent).toHaveLength(10)
  })

  it('of a burst are dropped for a newer keyframe, or after a while', () => {
    const { state, queue, said } = line()
    state.takesBurst = false
    queue.begin([keyframe(), takenFrame()], true)
    const newer = keyframe()
    queue.add(newer)
    state.takesBurst = true
    queue.flush()
    expect(said()).toEqual(['1 past'])
    expect(state.skipped).toBe(2)
    state.takesBurst = false
    queue.begin([keyframe(), takenFrame()], true)
    state.nowMs += 1_600
    state.takesBurst = true
    queue.flush()
    expect(said()).toHaveLength(1)
    expect(queue.isSkipping).toBe(true)
  })

  it('are left out once the oldest is not acknowledged for 500 ms, up to a keyframe', () => {
    const { state, queue, said } = line()
    queue.begin([keyframe()], true)
    state.nowMs += 501
    queue.add(takenFrame())
    queue.add(takenFrame())
    expect([queue.isSkipping, state.skipped, said()]).toEqual([true, 2, ['1 past']])
    expect(queue.acknowledge(1)).toBe(501)
    queue.add(takenFrame())
    queue.add(keyframe())
    queue.add(takenFrame())
    expect([queue.isSkipping, said()]).toEqual([false, ['1 past', '2 gap', '3']])
  })

  it('go out behind a keyframe that waited for an acknowledgement', () => {
    const { state, queue, said } = line()
    queue.begin([keyframe()], true)
    state.nowMs += 501
    queue.add(takenFrame())
    queue.add(keyframe())
    queue.add(takenFrame())
    expect(said()).toEqual(['1 past'])
    queue.acknowledge(1)
    expect(said()).toEqual(['1 past', '2 gap past', '3 past'])
  })

  it('of a viewer that acknowledges nothing stop, whatever comes', () => {
    const { state, queue, sent } = line()
    queue.begin([keyframe()], true)
    for (let index = 0; index < 1_000; index += 1) {
      state.nowMs += 40
      queue.add(index % 25 === 0 ? keyframe() : takenFrame())
    }
    expect(sent.length).toBeLessThan(15)
    expect(queue.isTooSlow).toBe(true)
    expect(queue.ageMs).toBe(40_000)
  })
})

describe('frames for a viewer whose line was silent', () => {
  /** A stream of 25 pictures a second with one keyframe, acknowledged each 200 ms until the line falls silent. */
  function silentFor(silentMs: number) {
    const world = line()
    const { state, memory, queue, sent } = world
    const gop = [keyframe()]
    memory.frames = gop
    queue.begin(gop, true)
    const pass = (ms: number, acknowledges: boolean) => {
      for (const untilMs = state.nowMs + ms; state.nowMs < untilMs; ) {
        state.nowMs += 40
        const frame = takenFrame({}, state.nowMs)
        gop.push(frame)
        queue.add(frame)
        if (acknowledges && gop.length % 5 === 0) queue.acknowledge(sent.length)
      }
    }
    pass(3_000, true)
    const before = sent.length
    pass(silentMs, false)
    const atReturn = sent.length
    const missed = () => gop.slice(atReturn)
    return { ...world, gop, before, atReturn, missed, pass }
  }

  it('follow at once when it carries again, whenever the next keyframe comes', () => {
    const { queue, sent, gop, said, atReturn, pass } = silentFor(2_000)
    expect(queue.isSkipping).toBe(true)
    expect(atReturn).toBeLessThan(gop.length - 30)
    queue.acknowledge(sent.length)
    expect(queue.isSkipping).toBe(false)
    expect(sent.map(({ frame }) => frame)).toEqual(gop)
    expect(
      said()
        .slice(atReturn)
        .every((one) => one.endsWith('past') && !one.includes('gap')),
    ).toBe(true)
    pass(200, true)
    expect(sent.map(({ frame }) => frame)).toEqual(gop)
    expect(said().at(-1)).toBe(`${gop.length}`)
  })

  it('go on with the newest keyframe, if one came meanwhile', () => {
    const { queue, sent, memory, said, atReturn } = silentFor(2_000)
    const newer = [keyframe(), takenFrame()]
    memory.frames = newer
    queue.acknowledge(sent.length)
    expect(sent.slice(atReturn).map(({ frame }) => frame)).toEqual(newer)
    expect(said().slice(atReturn)).toEqual([`${atReturn + 1} gap past`, `${atReturn + 2} past`])
  })

  it('wait for the keyframe where the newest GOP is not whole, and where the line is still full', () => {
    const lost = silentFor(2_000)
    lost.memory.frames = []
    lost.queue.acknowledge(lost.sent.length)
    expect(lost.queue.isSkipping).toBe(true)
    const full = silentFor(2_000)
    full.state.isFull = true
    full.queue.acknowledge(full.sent.length)
    expect([full.queue.isSkipping, full.sent.length]).toEqual([true, full.atReturn])
  })

  it('wait for the keyframe after less than a silence, for a line that is too thin does the same', () => {
    const { queue, sent, atReturn } = silentFor(640)
    expect(queue.isSkipping).toBe(true)
    queue.acknowledge(sent.length)
    expect([queue.isSkipping, sent.length]).toEqual([true, atReturn])
  })

  it('count as too many where that happens twice in ten seconds', () => {
    const { queue, sent, pass } = silentFor(2_000)
    queue.acknowledge(sent.length)
    expect(queue.isTooSlow).toBe(false)
    pass(1_000, true)
    pass(2_000, false)
    expect(queue.isTooSlow).toBe(true)
  })
})
