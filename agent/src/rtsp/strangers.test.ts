import { describe, expect, test } from 'vitest'
import { type Fields, receiver } from './rtp-receiver.fixture.js'

/** Something that happens at a time of the test, ms. */
interface Step {
  readonly atMs: number
  readonly fields: Fields
  /** Behind it its source says goodbye. */
  readonly goodbye?: boolean
}

/** A sender of pictures of one packet each; what it sends is called by its name and its place. */
interface Sender {
  readonly ssrc: number
  readonly name: string
  readonly fromMs: number
  readonly toMs: number
  readonly everyMs: number
  readonly payloadType?: number
}

/** Numbers and timestamps that have nothing to do with those of another name. */
function sent(
  { ssrc, name, fromMs, toMs, everyMs, payloadType = 96 }: Sender,
  isSent: (atMs: number) => boolean = () => true,
): Step[] {
  const times = Array.from({ length: Math.ceil((toMs - fromMs) / everyMs) }, (_, at) => fromMs + at * everyMs)
  return times.filter(isSent).map((atMs, at) => ({
    atMs,
    fields: {
      ssrc,
      payloadType,
      sequence: (ssrc * 7000 + at) & 0xffff,
      timestamp: (ssrc * 500_000_000 + atMs * 90) >>> 0,
      payload: Buffer.from(`${name}${atMs}`),
    },
  }))
}

const names = (steps: readonly Step[]) => steps.map(({ fields }) => String(fields.payload))

describe.each(['kept', 'restored'] as const)('a stranger beside ours, where order is %s', (order) => {
  /** @returns what was handed on */
  async function play(steps: readonly Step[]) {
    const here = receiver(null, { order })
    let nowMs = 0
    for (const { atMs, fields, goodbye } of steps.toSorted((one, other) => one.atMs - other.atMs)) {
      await here.clock.advance(atMs - nowMs)
      nowMs = atMs
      here.push(fields)
      if (goodbye && fields.ssrc !== undefined) here.track.goodbye([fields.ssrc])
    }
    return here.heard.filter((word) => word !== 'restarted' && !word.startsWith('lost'))
  }

  const ours = { ssrc: 1, name: 'o', everyMs: 100 }
  const strange = { ssrc: 9, name: 'x', everyMs: 100 }

  test('that is taken behind a packet of another one: ours is back with its first packet, for good', async () => {
    const all = sent({ ...ours, fromMs: 0, toMs: 3000 }, (atMs) => atMs < 1000 || atMs >= 1400)
    const metadata = sent({ ssrc: 50, name: 'm', fromMs: 910, toMs: 911, everyMs: 100, payloadType: 107 })
    const stranger = sent({ ...strange, fromMs: 920, toMs: 3000 })
    const heard = await play([...all, ...metadata, ...stranger])
    expect(heard.filter((word) => !word.startsWith('x'))).toEqual(names(all))
    expect(heard.slice(heard.indexOf('o1400'))).toEqual(names(all).slice(10))
  })

  test.each([
    ['sends no more as another comes', { ssrc: 10, name: 'y', fromMs: 3050, everyMs: 100, toMs: 8000 }, 2000],
    ['is renamed', { ssrc: 9, name: 'x', fromMs: 1050, everyMs: 100, toMs: 8000 }, 8000],
  ])('that is taken, and %s: ours is back with its first packet, for good', async (_how, next, endsMs) => {
    const all = sent({ ...ours, fromMs: 0, toMs: 8000 }, (atMs) => atMs < 1000 || atMs >= 6000)
    const first = sent({ ...strange, fromMs: 1050, toMs: endsMs })
    const renamed = first.map(({ atMs, fields }) => ({
      atMs,
      fields: { ...fields, ssrc: atMs > 3000 ? 12 : 9 },
    }))
    const heard = await play([...all, ...(next.ssrc === 9 ? renamed : [...first, ...sent(next)])])
    expect(heard.filter((word) => word.startsWith('o'))).toEqual(names(all))
    expect(heard.slice(heard.indexOf('o6000'))).toEqual(names(all).slice(10))
    expect(heard.some((word) => !word.startsWith('o'))).toBe(true)
  })

  test.each([
    [500, 50],
    [500, 450],
    [1000, 50],
    [1000, 550],
    [1000, 950],
    [2000, 950],
  ])(
    'that sends every %i ms from %i on, as ours begins everything anew with each group: only ours is heard',
    async (everyMs, fromMs) => {
      const groups = Array.from({ length: 10 }, (_, group) =>
        sent({
          ssrc: 20 + group,
          name: 'o',
          everyMs: 110,
          fromMs: group * 1100,
          toMs: group * 1100 + 1000,
        }),
      )
      const stranger = sent({ ...strange, everyMs, fromMs, toMs: 11_000 })
      expect(await play([...groups.flat(), ...stranger])).toEqual(names(groups.flat()))
    },
  )

  test.each([40, 100, 500])(
    'that sends every %i ms all the time: as ours begins everything anew, it is heard and the stranger is not',
    async (everyMs) => {
      const before = sent({ ...ours, fromMs: 0, toMs: 3000 })
      const after = sent({ ...ours, ssrc: 2, fromMs: 3150, toMs: 6000 })
      const stranger = sent({ ...strange, everyMs, fromMs: 20, toMs: 6000 })
      expect(await play([...before, ...stranger, ...after])).toEqual(names([...before, ...after]))
    },
  )

  test('that stands in for ours, for nobody else comes: who comes is heard from its first packet on', async () => {
    const before = sent({ ...ours, fromMs: 0, toMs: 3000 })
    const after = sent({ ...ours, ssrc: 2, fromMs: 6000, toMs: 8000 })
    const stranger = sent({ ...strange, everyMs: 40, fromMs: 20, toMs: 8000 })
    const heard = await play([...before, ...stranger, ...after])
    expect(heard.filter((word) => word.startsWith('o'))).toEqual(names([...before, ...after]))
    expect(heard.slice(heard.indexOf('o6000'))).toEqual(names(after))
    expect(heard).toContain('x5980')
  })

  test('is none where ours says goodbye before each keyframe, which comes a little later', async () => {
    const isPause = (atMs: number) => atMs % 1000 > 880
    const all = sent({ ...ours, everyMs: 40, fromMs: 0, toMs: 9000 }, (atMs) => !isPause(atMs))
    const steps = all.map((step) => ({ ...step, goodbye: isPause(step.atMs + 40) }))
    const stranger = sent({ ...strange, everyMs: 40, fromMs: 910, toMs: 9000 })
    expect(steps.filter(({ goodbye }) => goodbye)).toHaveLength(9)
    expect(await play([...steps, ...stranger])).toEqual(names(all))
  })
})
