import { beforeEach, describe, expect, test } from 'vitest'
import { lengthPrefixed, MovedClock, NotingListener, sets, slice } from './camera-pictures.fixture.js'
import { VideoIngest } from './video-ingest.js'

let clock: MovedClock
let heard: NotingListener
let ingest: VideoIngest
let ticks: number

function begin(parameterSets: Uint8Array[] = [sets.sps, sets.pps]): void {
  let lastId = 0
  clock = new MovedClock()
  heard = new NotingListener()
  ingest = new VideoIngest({
    codec: 'h264',
    clockRate: 90_000,
    parameterSets,
    hasDonl: false,
    audio: null,
    clock,
    nextRunId: () => ++lastId,
    sink: heard,
  })
  ticks = 1000
}

beforeEach(() => begin())

function payload(unit: Buffer, marker = true): void {
  ingest.payload(unit, 0, unit.length, ticks >>> 0, marker)
}

/** The same set of H.264 with another level. */
function withLevel(sps: Buffer, level: number): Buffer {
  const changed = Buffer.from(sps)
  changed[3] = level
  return changed
}

/** Pictures 40 ms apart, by clock and timestamps: `k` a keyframe, `p` another. */
function play(story: string): void {
  for (const letter of story) {
    payload(slice(letter === 'k'))
    clock.move(40)
    ticks += 3600
  }
}

test('a run begins with a keyframe, at the time it arrived', () => {
  play('ppk')
  expect(heard.story).toBe('k')
  const [packet] = heard.packets
  expect(packet).toMatchObject({
    ptsUs: 0,
    dtsUs: 0,
    keyframe: true,
    track: 'video',
    data: lengthPrefixed(slice(true)),
  })
  expect(packet?.run).toMatchObject({
    id: 1,
    startedAtMs: 1_700_000_000_080,
    audio: null,
    video: { width: 640, height: 360 },
  })
})

test('times come from the timestamps', () => {
  play('kppk')
  expect(heard.packets.map(({ ptsUs }) => ptsUs)).toEqual([0, 40_000, 80_000, 120_000])
  expect(heard.packets.map(({ dtsUs }) => dtsUs)).toEqual([0, 40_000, 80_000, 120_000])
})

test('without parameter sets nothing can be shown; they may come in the stream', () => {
  begin([])
  play('kp')
  payload(sets.sps, false)
  payload(sets.pps, false)
  play('kp')
  expect(heard.story).toBe('kp')
  expect(ingest.counters).toMatchObject({ units: 4, dropped: 2 })
})

describe('a run ends, and the next begins at a keyframe', () => {
  test('when the parameter sets change', () => {
    play('kp')
    payload(sets.largeSps, false)
    payload(sets.largePps, false)
    play('kp')
    expect(heard.story).toBe('kp|kp')
    expect(heard.packets.map(({ run }) => run.video.width)).toEqual([640, 640, 1920, 1920])
    expect(heard.ended[0]?.reason).toContain('format')
  })

  test('and not when they are repeated', () => {
    play('kp')
    payload(sets.sps, false)
    payload(sets.pps, false)
    play('kp')
    expect(heard.story).toBe('kpkp')
  })

  test('and not when another level is said in turn: each keyframe brings the sets that it needs', () => {
    const levels = [sets.sps, withLevel(sets.sps, 0x1f)]
    for (let group = 0; group < 4; group++) {
      payload(levels[group % 2] ?? sets.sps, false)
      payload(sets.pps, false)
      play('kpp')
    }
    expect(heard.story).toBe('kppkppkppkpp')
    expect(heard.ended).toEqual([])
    expect(heard.packets.map(({ data }) => data)).toEqual(
      [[], [levels[1], sets.pps], [levels[0], sets.pps], [levels[1], sets.pps]].flatMap((said) => [
        lengthPrefixed(...said.flatMap((unit) => (unit === undefined ? [] : [unit])), slice(true)),
        lengthPrefixed(slice(false)),
        lengthPrefixed(slice(false)),
      ]),
    )
  })

  test('and not when a picture parameter set is another one in the middle of a group', () => {
    play('kp')
    const other = Buffer.from('68ebe3cb22c0', 'hex')
    payload(other, false)
    play('ppk')
    expect(heard.story).toBe('kpppk')
    expect(heard.packets.map(({ data }) => data.length > 24)).toEqual([false, false, true, false, true])
  })

  test('and not when another size was said for a moment only', () => {
    play('kp')
    payload(sets.largeSps, false)
    payload(sets.sps, false)
    play('kp')
    expect(heard.story).toBe('kpkp')
  })

  test('when the kind of chroma changes, though the size does not', () => {
    begin([Buffer.from('677a001eacb405017c80', 'hex'), sets.pps])
    play('kp')
    // 4:2:2 in place of 4:2:0.
    payload(Buffer.from('677a001ebcb405017c80', 'hex'), false)
    play('kp')
    expect(heard.story).toBe('kp|kp')
  })

  test('when the clock of the machine is set', () => {
    play('kp')
    clock.wallMs += 3_600_000
    play('pkp')
    expect(heard.story).toBe('kpp|kp')
    expect(heard.packets.at(-2)?.run.startedAtMs).toBe(clock.wallMs - 80)
  })

  test('and not when the sender begins anew: what refers to before is damaged until the next keyframe', () => {
    play('kp')
    ingest.restarted()
    ticks += 900_000_000
    play('pkp')
    expect(heard.story).toBe('kppkp')
    expect(heard.ended).toEqual([])
    expect(heard.packets.map(({ damaged = false }) => damaged)).toEqual([false, false, true, false, false])
    expect(heard.packets.map(({ ptsUs }) => ptsUs)).toEqual([0, 1, 2, 3, 4].map((at) => at * 40_000))
  })

  test('when it is ended, once', () => {
    play('k')
    ingest.end('over')
    ingest.end('over')
    expect(heard.ended).toMatchObject([{ reason: 'over' }])
  })
})

test.each([
  ['back', -900_000],
  ['forwards', 90_000_000],
])('a jump of the timestamps %s ends nothing: time goes on as it passes', (_name, byTicks) => {
  play('kpp')
  ticks += byTicks
  play('ppkp')
  expect(heard.story).toBe('kppppkp')
  expect(heard.packets.map(({ ptsUs }) => ptsUs)).toEqual([0, 1, 2, 3, 4, 5, 6].map((at) => at * 40_000))
})

test('what follows a loss is damaged until the next keyframe, and nothing is left out', () => {
  play('kp')
  ingest.lost(3)
  play('ppkp')
  expect(heard.story).toBe('kpppkp')
  expect(heard.packets.map(({ damaged = false }) => damaged)).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
  ])
  expect(heard.packets.map(({ missingBefore = 0 }) => missingBefore)).toEqual([0, 0, 1, 0, 0, 0])
  expect(heard.packets.map(({ ptsUs }) => ptsUs)).toEqual([0, 1, 2, 3, 4, 5].map((at) => at * 40_000))
  expect(ingest.counters).toEqual({ units: 6, dropped: 2, packetsLost: 3 })
})

test('a picture that comes broken is left out, and said to be missing', () => {
  play('kp')
  payload(slice(false, 1, 30, false))
  ticks += 3600
  clock.move(40)
  play('kp')
  expect(heard.story).toBe('kpkp')
  expect(heard.packets.map(({ missingBefore = 0 }) => missingBefore)).toEqual([0, 0, 1, 0])
})

test('timestamps go on over the wrap', () => {
  ticks = 2 ** 32 - 5000
  play('kppp')
  expect(heard.packets.map(({ ptsUs }) => ptsUs)).toEqual([0, 40_000, 80_000, 120_000])
})

describe.each([
  ['far back', -9800],
  ['far ahead', 9800],
  ['a little back', -1],
])('pictures whose timestamp is %s now and then', (_name, bySec) => {
  test.each([
    ['one', 1, 12],
    ['a keyframe', 1, 0],
    ['two in a row', 2, 12],
    ['three in a row', 3, 12],
  ])('%s: nothing ends, and all last as long as they do', (_which, inRow, from) => {
    for (let frame = 0; frame < 500; frame++) {
      const at = (frame % 50) - from
      const isStray = frame >= 100 && at >= 0 && at < inRow
      ticks = 1000 + frame * 3600 + (isStray ? bySec * 90_000 : 0)
      payload(slice(frame % 25 === 0))
      clock.move(40)
    }
    expect(heard.ended).toEqual([])
    expect(heard.packets).toHaveLength(500)
    for (const [index, { ptsUs }] of heard.packets.entries()) {
      expect(ptsUs).toBeGreaterThan(heard.packets[index - 1]?.ptsUs ?? -1)
      expect(Math.abs(ptsUs - index * 40_000)).toBeLessThan(inRow < 3 ? 1000 : 320_000)
    }
    expect(Math.abs((heard.packets.at(-1)?.ptsUs ?? 0) - 499 * 40_000)).toBeLessThan(50_000)
  })
})

/** A picture shown `at` frames after the first, in the order of decoding. */
function shown(keyframe: boolean, at: number): void {
  ticks = 1000 + at * 3600
  payload(slice(keyframe))
  clock.move(40)
}

describe('B-frames', () => {
  const order = [0, 4, 2, 1, 3, 8, 6, 5, 7]

  test('decoding times are derived where the stream says how deep it reorders', () => {
    begin([sets.largeSps, sets.largePps])
    for (const at of order) shown(at === 0, at)
    expect(heard.packets).toHaveLength(9)
    const times = heard.packets.map(({ dtsUs }) => dtsUs)
    expect(times).toEqual([0, 40, 80, 120, 160, 200, 240, 280, 320].map((ms) => ms * 1000))
    for (const { ptsUs, dtsUs } of heard.packets) expect(ptsUs).toBeGreaterThanOrEqual(dtsUs)
    // The run begins earlier by as much as its first picture is shown late, and by as much as the fourth
    // picture came before its time: it was taken before it was sent.
    const [first] = heard.packets
    expect(first).toMatchObject({ ptsUs: 80_000, run: { startedAtMs: 1_700_000_000_000 - 80 - 120 } })
  })

  test.each([-9800, 9800, -3, 3])('a picture that is %i s off now and then ends nothing', (bySec) => {
    begin([sets.largeSps, sets.largePps])
    shown(true, 0)
    let count = 1
    const strays = new Set<number>()
    for (let group = 0; group < 60; group++) {
      for (const at of order.slice(1)) {
        const frame = group * 8 + at
        const isStray = group > 2 && count % 29 === 7
        if (isStray) strays.add(count)
        ticks = (1000 + frame * 3600 + (isStray ? bySec * 90_000 : 0)) >>> 0
        payload(slice(false))
        clock.move(40)
        count++
      }
    }
    expect(heard.ended).toEqual([])
    const whole = heard.packets.filter((_, index) => !strays.has(index))
    const shownUs = whole.map(({ ptsUs }) => ptsUs)
    expect(new Set(shownUs).size).toBe(shownUs.length)
    for (const { ptsUs, dtsUs } of heard.packets) expect(ptsUs).toBeGreaterThanOrEqual(dtsUs)
    expect(
      Math.abs((heard.packets.at(-1)?.ptsUs ?? 0) - (heard.packets.at(16)?.ptsUs ?? 0) - 464 * 40_000),
    ).toBeLessThan(50_000)
  })

  test.each([-9800, 500, -3])(
    'a keyframe that is %i s off now and then is shown behind what it follows, and nothing ends',
    (bySec) => {
      begin([sets.largeSps, sets.largePps])
      for (let group = 0; group < 40; group++) {
        for (const at of order) {
          const isStray = at === 0 && group > 2 && group % 3 === 0
          ticks = (1000 + (group * 9 + at) * 3600 + (isStray ? bySec * 90_000 : 0)) >>> 0
          payload(slice(at === 0))
          clock.move(40)
        }
      }
      expect(heard.ended).toEqual([])
      const firstUs = heard.packets[0]?.ptsUs ?? 0
      const trueMs = Array.from({ length: 40 }, (_, group) => order.map((at) => (group * 9 + at) * 40)).flat()
      for (const [index, { ptsUs, dtsUs }] of heard.packets.entries()) {
        expect(Math.abs((ptsUs - firstUs) / 1000 - (trueMs[index] ?? 0))).toBeLessThan(10)
        expect(dtsUs).toBeGreaterThan(heard.packets[index - 1]?.dtsUs ?? -1)
        expect(dtsUs).toBeLessThanOrEqual(ptsUs)
      }
      expect(new Set(heard.packets.map(({ ptsUs }) => ptsUs)).size).toBe(360)
    },
  )

  test.each([-3600, -7, 7, 3600])('a clock that is set by %i s: time goes on as it passed', (bySec) => {
    begin([sets.largeSps, sets.largePps])
    const trueMs: number[] = []
    for (let group = 0; group < 20; group++) {
      for (const at of order) {
        const frame = group * 9 + at
        trueMs.push(frame * 40)
        ticks = (1000 + frame * 3600 + (group >= 10 ? bySec * 90_000 : 0)) >>> 0
        payload(slice(at === 0))
        clock.move(40)
      }
    }
    expect(heard.ended).toEqual([])
    const firstUs = heard.packets[0]?.ptsUs ?? 0
    expect(heard.packets).toHaveLength(180)
    for (const [index, { ptsUs, dtsUs }] of heard.packets.entries()) {
      expect(dtsUs).toBeGreaterThan(heard.packets[index - 1]?.dtsUs ?? -1)
      expect(dtsUs).toBeLessThanOrEqual(ptsUs)
      expect(Math.abs((ptsUs - firstUs) / 1000 - (trueMs[index] ?? 0))).toBeLessThan(10)
    }
  })

  test('and learned where it does not', () => {
    for (const start of [0, 9, 18, 27]) for (const at of order) shown(at === 0, start + at)
    expect(heard.packets).toHaveLength(36)
    const last = heard.packets.slice(-9)
    expect(new Set(last.map(({ run }) => run)).size).toBe(1)
    expect(last.map(({ keyframe }) => keyframe)).toEqual([true, ...Array.from({ length: 8 }, () => false)])
  })
})

test('timestamps that stand still are replaced by arrivals at once, and nothing ends', () => {
  for (let frame = 0; frame < 100; frame++) {
    payload(slice(frame % 25 === 0))
    clock.move(40)
  }
  expect(heard.packets).toHaveLength(100)
  expect(heard.ended).toEqual([])
  const last = heard.packets.slice(-50)
  expect((last.at(-1)?.ptsUs ?? 0) - (last.at(0)?.ptsUs ?? 0)).toBe(49 * 40_000)
})

test.each([
  ['run half as fast again', 1.5],
  ['run at half speed', 0.5],
])('timestamps that %s are replaced by arrivals after a while, and one run ends at most', (_name, speed) => {
  for (let frame = 0; frame < 1500; frame++) {
    payload(slice(frame % 25 === 0))
    clock.move(40)
    ticks += 3600 * speed
  }
  expect(heard.packets.length).toBeGreaterThan(1470)
  expect(heard.ended.length).toBeLessThanOrEqual(1)
  const last = heard.packets.slice(-100)
  expect((last.at(-1)?.ptsUs ?? 0) - (last.at(0)?.ptsUs ?? 0)).toBe(99 * 40_000)
})

test('a line that is too slow for half a minute now and then leaves the timestamps their word', () => {
  const beganAtMs = clock.monoMs
  for (let frame = 0; frame < 12 * 60 * 25; frame++) {
    const sentMs = frame * 40
    // Once in four minutes what is sent comes later and later, up to five seconds, and then all at once.
    const slowForMs = (sentMs % 240_000) - 100_000
    const delayMs = slowForMs > 0 && slowForMs < 25_000 ? slowForMs / 5 : 0
    clock.move(Math.max(beganAtMs + sentMs + delayMs - clock.monoMs, 0))
    ticks = 1000 + frame * 3600
    payload(slice(frame % 25 === 0))
  }
  // From here on arrivals say nothing, and the times of pictures stay what they are.
  const at = heard.packets.length
  for (let frame = 12 * 60 * 25; frame < 12 * 60 * 25 + 100; frame++) {
    if (frame % 2 === 0) clock.move(80)
    ticks = 1000 + frame * 3600
    payload(slice(frame % 25 === 0))
  }
  const times = heard.packets.slice(at).map(({ ptsUs }) => ptsUs)
  expect(times).toHaveLength(100)
  for (const [index, ptsUs] of times.slice(1).entries())
    expect(Math.abs(ptsUs - (times[index] ?? 0) - 40_000)).toBeLessThan(2000)
  expect(heard.ended).toEqual([])
})

test('pictures that arrive at one moment have times that differ in an MP4, where arrivals count', () => {
  for (let frame = 0; frame < 100; frame++) {
    payload(slice(frame % 25 === 0))
    if (frame % 2 === 1) clock.move(80)
  }
  const last = heard.packets.slice(-50)
  const times = new Set(last.map(({ dtsUs }) => Math.round(dtsUs * 0.09)))
  expect(times.size).toBe(50)
  expect((last.at(-1)?.ptsUs ?? 0) - (last.at(0)?.ptsUs ?? 0)).toBe(24 * 80_000 + 1000)
})

test('timestamps that each stand for two pictures last as long as the pictures do', () => {
  for (let frame = 0; frame < 100; frame++) {
    ticks = 1000 + Math.floor(frame / 2) * 7200
    payload(slice(frame % 25 === 0))
    clock.move(40)
  }
  expect(heard.ended).toEqual([])
  expect(heard.packets.at(-1)?.ptsUs).toBe(98 * 40_000 + 1000)
  for (const [index, { dtsUs }] of heard.packets.slice(1).entries())
    expect(dtsUs).toBeGreaterThan(heard.packets[index]?.dtsUs ?? Infinity)
})

test('timestamps that step back now and then are put right', () => {
  for (let frame = 0; frame < 1000; frame++) {
    ticks = 1000 + (frame % 20 === 19 ? frame - 5 : frame) * 3600
    payload(slice(frame % 25 === 0))
    clock.move(40)
  }
  expect(heard.ended).toEqual([])
  const times = heard.packets.map(({ ptsUs }) => ptsUs)
  expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other))
  expect(times.at(-2)).toBe(998 * 40_000)
})
