import { describe, expect, it } from 'vitest'
import { newPacket, newRun } from '../stream/camera-pictures.fixture.js'
import type { Packet } from '../stream/packet.js'
import { FrameChoice, type LiveWish, type Moment } from './frame-choice.js'

const run = newRun(1, 0)
const other = newRun(2, 100_000)
const at = (ms: number, keyframe = false, of = run): Packet => newPacket(of, of.startedAtMs + ms, keyframe)
const sound = (ms: number): Packet => ({ ...at(ms, true), track: 'audio' })
const now: Moment = { isBehind: false, isPast: false }
const behind: Moment = { isBehind: true, isPast: false }

/** What becomes of packets: `.` left out, `v` sent, `n` of a new run, `d` behind a gap. */
function chosen(choice: FrameChoice, ...packets: readonly (Packet | readonly [Packet, Moment])[]): string {
  return packets
    .map((each) => {
      const [packet, moment] = 'track' in each ? [each, now] : each
      const become = choice.of(packet, moment)
      if (become.kind === 'left_out') return '.'
      if (become.isNewRun) return 'n'
      return become.discontinuity ? 'd' : packet.track === 'audio' ? 'a' : 'v'
    })
    .join('')
}
const wanting = (wish: Partial<LiveWish> = {}) => new FrameChoice({ mode: 'full', audio: false, ...wish })

describe('pictures', () => {
  it('begin with a keyframe, and go on', () => {
    expect(chosen(wanting(), at(0), at(40), at(80, true), at(120), at(160))).toBe('..nvv')
  })

  it('of another run begin with a keyframe of that', () => {
    expect(chosen(wanting(), at(0, true), at(40), at(0, false, other), at(40, true, other))).toBe('nv.n')
  })

  it('are left out up to the next keyframe while the other side is behind, keyframes too', () => {
    const packets = [
      [at(40), behind],
      at(80),
      [at(120, true), behind],
      at(160),
      at(200, true),
      at(240),
    ] as const
    expect(chosen(wanting(), at(0, true), ...packets)).toBe('n....dv')
  })

  it('that are damaged are left out with what refers to them', () => {
    const damaged = { ...at(40), damaged: true }
    expect(chosen(wanting(), at(0, true), damaged, at(80), at(120, true))).toBe('n..d')
  })

  it('that are shown before the first one are left out: they may need what was not sent', () => {
    const first = { ...at(80, true), dtsUs: 0 }
    const leading = { ...at(40), dtsUs: 10 }
    expect(chosen(wanting(), first, leading, at(120))).toBe('n.v')
    // In the middle of a stream nothing is missing for them.
    const later = { ...at(280, true), dtsUs: 200_000 }
    expect(chosen(wanting(), at(0, true), later, { ...at(240), dtsUs: 210_000 })).toBe('nvv')
  })
})

describe('keyframes alone', () => {
  it('are sent without a gap between them, and without sound', () => {
    const choice = wanting({ mode: 'keys', audio: true })
    expect(chosen(choice, at(0, true), at(40), sound(50), at(80, true), at(120), at(160, true))).toBe(
      'n..v.v',
    )
  })

  it('bear the mark of a gap where one of them was left out', () => {
    const choice = wanting({ mode: 'keys' })
    expect(chosen(choice, at(0, true), at(40), [at(80, true), behind], at(120), at(160, true))).toBe('n...d')
  })

  it('are followed by what comes behind the last of them once all pictures are wanted', () => {
    const choice = wanting({ mode: 'keys' })
    const gop = [at(80, true), at(120), at(160)]
    expect(chosen(choice, at(0, true), at(40), ...gop)).toBe('n.v..')
    expect(choice.change({ mode: 'full', audio: false })).toBe(true)
    const rest = choice.goOn(gop)
    expect(rest).toEqual(gop.slice(1))
    expect(chosen(choice, ...rest, at(200), at(240, true))).toBe('vvvv')
  })

  it('begin the group anew where the newest of them was left out', () => {
    const choice = wanting({ mode: 'keys' })
    const gop = [at(80, true), at(120)]
    expect(chosen(choice, at(0, true), at(40), [at(80, true), behind])).toBe('n..')
    expect(choice.change({ mode: 'full', audio: false })).toBe(true)
    expect(chosen(choice, ...choice.goOn(gop))).toBe('dv')
  })

  it('are all that comes from the moment on at which they are wanted', () => {
    const choice = wanting()
    expect(chosen(choice, at(0, true), at(40))).toBe('nv')
    expect(choice.change({ mode: 'keys', audio: false })).toBe(false)
    expect(chosen(choice, at(80), at(120, true), at(160))).toBe('.v.')
  })
})

describe('sound', () => {
  it('comes with the pictures of its run, when it is wanted, and not out of the past', () => {
    const past: Moment = { isBehind: false, isPast: true }
    expect(
      chosen(wanting({ audio: true }), sound(0), [at(0, true), past], [sound(10), past], sound(20)),
    ).toBe('.n.a')
    expect(chosen(wanting(), at(0, true), sound(20))).toBe('n.')
  })

  it('is left out with the pictures', () => {
    const choice = wanting({ audio: true })
    expect(chosen(choice, at(0, true), [at(40), behind], sound(50), at(80, true), sound(90))).toBe('n..da')
  })
})
