import { describe, expect, test } from 'vitest'
import type { EventsHealth, OnvifEvent } from '../onvif/onvif-event.js'
import { createFakeClock } from '../platform/clock.fake.js'
import { systemRandom } from '../platform/random.js'
import type { Trigger } from '../recording/recorder.js'
import { MotionArbiter } from './motion-arbiter.js'

const area = { left: 0.1, top: 0.2, width: 0.3, height: 0.4 }

/** An arbiter whose recordings last `durationSec` from the newest trigger on. */
function scene(durationSec = 15) {
  const clock = createFakeClock()
  const triggers: (Trigger & { readonly isExtension: boolean })[] = []
  let untilMs = Number.NEGATIVE_INFINITY
  const at: { flowing: boolean; cutEventId: string | null } = { flowing: true, cutEventId: null }
  const isRecording = () => clock.monotonic() < untilMs
  const arbiter = new MotionArbiter({
    clock,
    random: systemRandom,
    durationSec: () => durationSec,
    isRecording,
    isFlowing: () => at.flowing,
    cutEventId: () => at.cutEventId,
    trigger: (trigger) => {
      triggers.push({ ...trigger, isExtension: isRecording() })
      if (!at.flowing) return
      untilMs = clock.monotonic() + durationSec * 1000
      at.cutEventId = null
    },
  })
  const camera: OnvifEvent = {
    topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
    category: 'motion',
    rawSource: 'VideoSource=1',
    rawData: { data: { IsMotion: 'true' } },
    arrivedAtMs: 0,
  }
  return {
    clock,
    arbiter,
    triggers,
    at,
    /** The stream breaks, and the recording with it. */
    cut: () => {
      at.flowing = false
      at.cutEventId = isRecording() ? (triggers.findLast((one) => !one.isExtension)?.eventId ?? null) : null
      untilMs = Number.NEGATIVE_INFINITY
    },
    back: () => {
      at.flowing = true
      arbiter.picturesBack()
    },
    isRecording,
    see: () => arbiter.motionDetected({ atMs: clock.now(), score: 0.7, area }),
    tell: (more: Partial<OnvifEvent> = {}) =>
      arbiter.cameraReported({ ...camera, arrivedAtMs: clock.now(), ...more }),
    stillActive: () => arbiter.cameraStillReports({ ...camera, arrivedAtMs: clock.now() }),
    hear: (state: EventsHealth['state']) => arbiter.subscriptionChanged({ state }),
    /** Events made, by who made them. */
    events: () => triggers.filter(({ isExtension }) => !isExtension).map(({ source }) => source),
  }
}

/** The camera has told of a movement, and its recording is over. */
async function trusting(durationSec?: number) {
  const one = scene(durationSec)
  one.hear('subscribed')
  one.tell()
  await one.clock.advance(60_000)
  one.triggers.length = 0
  return one
}

describe('software alone', () => {
  test('makes the event at once, with what it saw', () => {
    const { see, triggers, clock } = scene()
    see()
    expect(triggers).toMatchObject([
      {
        source: 'software',
        category: 'motion',
        topic: 'software/motion',
        rawData: { score: 0.7, area },
        triggeredAtMs: clock.now(),
      },
    ])
  })

  test.each([5, 15, 120])('a movement of a minute is one event, %i s a trigger', async (durationSec) => {
    const { see, arbiter, clock, events, triggers, isRecording } = scene(durationSec)
    for (let second = 0; second < 60; second += 5) {
      see()
      await clock.advance(5000)
      expect(isRecording()).toBe(true)
    }
    arbiter.motionEnded()
    expect(events()).toEqual(['software'])
    const told = triggers.length
    await clock.advance(300_000)
    expect([triggers.length, isRecording(), clock.waiting]).toEqual([told, false, 0])
  })

  test('a movement that was looked at late goes on in time', async () => {
    const { arbiter, clock, triggers } = scene(5)
    arbiter.motionDetected({ atMs: clock.now() - 4000, score: 0.7, area })
    await clock.advance(1)
    expect(triggers.map(({ isExtension }) => isExtension)).toEqual([false, true])
    expect(triggers[1]?.triggeredAtMs).toBe(clock.now())
    await clock.advance(3000)
    expect(triggers).toHaveLength(3)
  })

  test('movement after quiet is another event', async () => {
    const { see, arbiter, clock, events } = scene()
    see()
    arbiter.motionEnded()
    await clock.advance(30_000)
    see()
    expect(events()).toEqual(['software', 'software'])
  })

  test('a movement that nobody ends does not last for ever', async () => {
    const { see, clock, isRecording } = scene()
    see()
    await clock.advance(120_000)
    expect([isRecording(), clock.waiting]).toEqual([false, 0])
  })

  test('a recording that lost its pictures goes on as another event when they are back, and only then', async () => {
    const { see, clock, events, triggers, at, cut } = scene()
    see()
    cut()
    await clock.advance(5000)
    see()
    await clock.advance(5000)
    see()
    expect(events()).toEqual(['software'])
    at.flowing = true
    see()
    expect(events()).toEqual(['software', 'software'])
    expect(triggers.map(({ rawData }) => rawData['continues'])).toEqual([undefined, triggers[0]?.eventId])
  })
})

describe('the camera alone', () => {
  test('makes the event, with its words', () => {
    const { tell, triggers } = scene()
    tell({ category: 'line_crossing', topic: 'tns1:RuleEngine/LineDetector/Crossed' })
    expect(triggers).toMatchObject([
      {
        source: 'onvif',
        category: 'line_crossing',
        topic: 'tns1:RuleEngine/LineDetector/Crossed',
        rawSource: 'VideoSource=1',
        rawData: { data: { IsMotion: 'true' } },
      },
    ])
  })

  test('what lasts lengthens a recording and begins none', async () => {
    const { tell, stillActive, clock, events, triggers } = scene()
    tell()
    await clock.advance(8000)
    stillActive()
    expect([events(), triggers.length]).toEqual([['onvif'], 2])
    await clock.advance(60_000)
    stillActive()
    expect(triggers).toHaveLength(2)
  })

  test.each([5, 15, 120])(
    'what lasts for minutes is one event, lengthened in time and not more often than needed, %i s a trigger',
    async (durationSec) => {
      const { tell, stillActive, clock, events, triggers, isRecording } = scene(durationSec)
      tell()
      for (let second = 0; second < 240; second += 3) {
        await clock.advance(3000)
        expect(isRecording()).toBe(true)
        stillActive()
      }
      expect(events()).toEqual(['onvif'])
      expect(triggers.length).toBeLessThanOrEqual(1 + 480 / durationSec)
    },
  )

  test('what lasts goes on as another event, that names the one before, as soon as lost pictures are back', async () => {
    const { tell, stillActive, clock, events, triggers, cut, back, isRecording } = scene()
    tell()
    await clock.advance(8000)
    cut()
    for (let second = 0; second < 9; second += 3) {
      stillActive()
      await clock.advance(3000)
    }
    expect(events()).toEqual(['onvif'])
    back()
    expect([events(), isRecording()]).toEqual([['onvif', 'onvif'], true])
    expect(triggers.at(-1)).toMatchObject({
      category: 'motion',
      rawData: { data: { IsMotion: 'true' }, continues: triggers[0]?.eventId },
      triggeredAtMs: clock.now(),
    })
    await clock.advance(8000)
    stillActive()
    expect(events()).toEqual(['onvif', 'onvif'])
  })

  test('what lasts goes on also after a break that was too short to be off line', async () => {
    const { tell, stillActive, events, at, cut } = scene()
    tell()
    cut()
    at.flowing = true
    stillActive()
    expect(events()).toEqual(['onvif', 'onvif'])
  })

  test('what was over before the pictures are back does not go on', async () => {
    const { tell, stillActive, clock, events, cut, back } = scene()
    tell()
    stillActive()
    cut()
    await clock.advance(10_000)
    back()
    expect(events()).toEqual(['onvif'])
  })

  test('what did not last when it was told does not go on', async () => {
    const { tell, events, cut, back } = scene()
    tell()
    cut()
    back()
    expect(events()).toEqual(['onvif'])
  })
})

describe('both', () => {
  test('before the camera is proven: one event, whoever is first', async () => {
    const { see, tell, hear, clock, events } = scene()
    hear('subscribed')
    see()
    await clock.advance(800)
    tell()
    expect(events()).toEqual(['software'])
  })

  test('a trusted camera makes the event; what software saw is dropped, but lengthens it while it lasts', async () => {
    const { see, tell, clock, events, isRecording, arbiter } = await trusting()
    see()
    expect(arbiter.rests).toBe(true)
    await clock.advance(1500)
    tell()
    for (let second = 0; second < 40; second += 5) {
      see()
      await clock.advance(5000)
    }
    expect([events(), isRecording()]).toEqual([['onvif'], true])
  })

  test('a trusted camera that misses a movement: software makes the event, by the time it saw it', async () => {
    const { see, clock, events, triggers, arbiter } = await trusting()
    const sawAtMs = clock.now()
    see()
    await clock.advance(1900)
    expect(events()).toEqual([])
    await clock.advance(200)
    expect(events()).toEqual(['software'])
    expect(triggers[0]?.triggeredAtMs).toBe(sawAtMs)
    expect(arbiter.rests).toBe(false)
    arbiter.motionEnded()
    await clock.advance(60_000)
    see()
    expect(events()).toEqual(['software', 'software'])
  })

  test('a movement shorter than the grace is not lost', async () => {
    const { see, clock, events, arbiter } = await trusting()
    see()
    await clock.advance(500)
    arbiter.motionEnded()
    await clock.advance(2000)
    expect(events()).toEqual(['software'])
  })

  test.each(['degraded', 'unsupported', 'tombstoned', 'connecting', 'off'] as const)(
    'a subscription that is %s is not waited for, nor trusted when it is back',
    async (state) => {
      const { see, hear, clock, events, arbiter } = await trusting()
      hear(state)
      see()
      expect(events()).toEqual(['software'])
      arbiter.motionEnded()
      await clock.advance(60_000)
      hear('subscribed')
      expect(arbiter.rests).toBe(false)
      see()
      expect(events()).toEqual(['software', 'software'])
    },
  )

  test('a camera that is back to telling of movement is trusted again', async () => {
    const { see, tell, clock, arbiter } = await trusting()
    see()
    await clock.advance(60_000)
    expect(arbiter.rests).toBe(false)
    tell()
    expect(arbiter.rests).toBe(true)
  })

  test('what a camera tells besides movement proves nothing of its motion', () => {
    const { tell, hear, arbiter } = scene()
    hear('subscribed')
    tell({ category: 'tamper' })
    expect(arbiter.rests).toBe(false)
  })

  test('stopped, it triggers nothing any more', async () => {
    const { see, clock, triggers, arbiter } = await trusting()
    see()
    arbiter.stop()
    await clock.advance(60_000)
    expect([triggers.length, clock.waiting]).toEqual([0, 0])
  })
})
