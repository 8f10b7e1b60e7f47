import {
  CameraEventFeed,
  type Clock,
  createAddressPolicy,
  DeviceCache,
  defaultSubscriptionTimings,
  EventSubscription,
  type EventSubscriptionDeps,
  type EventsHealth,
  EventTombstones,
  type OnvifEvent,
  type SubscriptionTimings,
  silentLogger,
  systemClock,
  systemRandom,
} from '@sightline/agent/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type CameraOptions,
  type EventOptions,
  type FakeCamera,
  type RaisedEvent,
  startCamera,
} from '../fakes/camera/index.js'
import { until } from '../harness/index.js'

/** By token, since HTTP digest takes two requests for each, and requests are counted here. */
const small: CameraOptions = {
  picture: { width: 320, height: 180, loopSec: 20 },
  timetable: 'rest',
  onvifLogins: ['username-token'],
}

/** The usual times, two hundred times as fast where they are long. */
const quick: SubscriptionTimings = {
  ...defaultSubscriptionTimings,
  termMs: 3000,
  renewFloorMs: 500,
  shortFloorMs: 200,
  waitMs: 1000,
  pullEveryMs: 50,
  listingMs: 100,
  retryMs: 200,
  longestRetryMs: 400,
  livedMs: 300,
  crashWithinMs: 2000,
  silenceMs: 300,
}

interface Listening {
  readonly camera: FakeCamera
  readonly events: OnvifEvent[]
  /** Topics of what was said to last. */
  readonly lasting: string[]
  readonly health: EventsHealth[]
  readonly tombstones: EventTombstones
  /** Ends the wait for the next attempt. */
  tryNow(): void
  stop(): Promise<void>
}

/** A camera with events, and a subscription to them as an agent has it. */
async function listen(
  events: Partial<EventOptions> | null,
  options: CameraOptions = {},
  timings: Partial<SubscriptionTimings> = {},
): Promise<Listening> {
  const camera = await startCamera({ ...small, onvifEvents: events, ...options })
  onTestFinished(() => camera.close())
  return listenTo(camera, timings)
}

async function listenTo(
  camera: FakeCamera,
  timings: Partial<SubscriptionTimings> = {},
  differences: Partial<EventSubscriptionDeps> & {
    readonly password?: string
    /** An earlier process of the agent remembers that the account was let in. */
    readonly wasLetIn?: boolean
  } = {},
): Promise<Listening> {
  const tombstones = differences.tombstones ?? (await EventTombstones.open(null, silentLogger))
  const deps = {
    clock: differences.clock ?? systemClock,
    random: systemRandom,
    log: silentLogger,
    allowed: createAddressPolicy(['127.0.0.0/8']),
    devices: differences.devices ?? new DeviceCache(),
    otherPorts: [],
    tombstones,
    timings: { ...quick, ...timings },
  }
  const { username, password } = camera.options.credentials
  const credentials = { username, password: differences.password ?? password }
  const remembered = { isProven: () => true, proved: () => {} }
  const accounts = () => (differences.wasLetIn === true ? [remembered] : [])
  const target = { cameraIds: () => ['c1'], host: camera.host, port: camera.onvifPort, credentials, accounts }
  const heard: OnvifEvent[] = []
  const lasting: string[] = []
  const health: EventsHealth[] = []
  const feed = new CameraEventFeed({
    onEvent: (event) => heard.push(event),
    onStillActive: ({ topic }) => lasting.push(topic),
    onHealth: (now) => health.push(now),
  })
  const subscription = new EventSubscription(target, deps, feed)
  const life = new AbortController()
  const running = subscription.run(life.signal)
  const stop = async () => {
    life.abort()
    await running
  }
  onTestFinished(stop)
  return { camera, events: heard, lasting, health, tombstones, tryNow: () => subscription.tryNow(), stop }
}

const asked = ({ camera }: Listening, operation: string) => camera.counters.onvifRequests[operation] ?? 0
const soon = (what: string, reached: () => boolean) => until(what, () => Promise.resolve(reached()))
const subscribed = (listening: Listening) =>
  soon('a subscription', () => listening.camera.events?.open === 1 && asked(listening, 'PullMessages') > 0)
const inState = (listening: Listening, state: EventsHealth['state']) =>
  soon(state, () => listening.health.at(-1)?.state === state)

/** Waits until the time is over in which what the camera says may be a list of its states. */
async function pastListing(listening: Listening) {
  await subscribed(listening)
  await systemClock.delay(quick.listingMs + 20)
}

/** Tells the camera's subscribers of something, once they have been told their states. */
async function raise(listening: Listening, event: RaisedEvent) {
  await pastListing(listening)
  listening.camera.events?.raise(event)
}

const motion = (value: string, operation?: RaisedEvent['operation']): RaisedEvent => ({
  topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
  operation,
  source: { Rule: 'A' },
  data: { IsMotion: value },
})

describe('an event of the camera', () => {
  test('is told with the time of its arrival, and its own time is kept', async () => {
    const listening = await listen({ hasZeroTimes: true })
    await subscribed(listening)
    const beganAtMs = Date.now()
    listening.camera.move(2)
    await soon('an event', () => listening.events.length > 0)
    expect(listening.events).toMatchObject([
      {
        topic: 'tns1:RuleEngine/CellMotionDetector/Motion',
        category: 'motion',
        rawSource: 'VideoSourceConfigurationToken=vsc0, Rule=MyMotionRule',
        rawData: { utc_time: '1970-01-01T00:00:00.000Z', operation: 'changed', data: { IsMotion: 'true' } },
      },
    ])
    const arrivedAtMs = listening.events[0]?.arrivedAtMs
    expect(arrivedAtMs).toBeGreaterThanOrEqual(beganAtMs)
    expect(arrivedAtMs).toBeLessThanOrEqual(Date.now())
    expect(listening.health.at(-1)).toMatchObject({ state: 'subscribed', topicsSeen: { motion: true } })
  })

  test.each<[string, Partial<EventOptions>]>([
    ['marked as the first state', { listing: 'initialized' }],
    ['without a mark', { listing: 'unmarked' }],
  ])('is none where the camera lists what is the case already: %s', async (_name, events) => {
    const listening = await listen(events, { timetable: 'always-moving' }, { listingMs: 500 })
    await subscribed(listening)
    await raise(listening, {
      ...motion('true', 'Changed'),
      topic: 'tns1:Other/Thing',
      data: { State: 'true' },
    })
    await soon('the marker', () => listening.events.length > 0)
    expect(listening.events.map(({ topic }) => topic)).toEqual(['tns1:Other/Thing'])
  })

  test('is what appears with a name of its own, once the camera has listed its states', async () => {
    const inside: RaisedEvent = {
      topic: 'tns1:RuleEngine/FieldDetector/ObjectsInside',
      operation: 'Initialized',
      source: { Rule: 'A', ObjectId: '26080' },
      data: { IsInside: 'true' },
    }
    // Long after the first answer that listed states, and long before the time is over in which it could come.
    const listening = await listen({}, {}, { listingMs: 60_000 })
    await soon('the answer that lists', () => asked(listening, 'PullMessages') > 1)
    await systemClock.delay(400)
    listening.camera.events?.raise(inside)
    await soon('an event', () => listening.events.length > 0)
    expect(listening.events).toMatchObject([{ category: 'intrusion', rawSource: 'Rule=A, ObjectId=26080' }])
    // It stays inside while the camera forgets the subscription, and stands in the list of the next.
    listening.camera.events?.endAll()
    await soon('a second one', () => asked(listening, 'CreatePullPointSubscription') >= 2)
    await subscribed(listening)
    listening.camera.events?.raise(inside)
    listening.camera.events?.raise({
      ...inside,
      source: { Rule: 'A', ObjectId: '26081' },
      operation: 'Changed',
    })
    await soon('another', () => listening.events.length > 1)
    expect(listening.events.map(({ rawSource }) => rawSource)).toEqual([
      'Rule=A, ObjectId=26080',
      'Rule=A, ObjectId=26081',
    ])
  })

  test('is none where a slow camera lists late', async () => {
    const listening = await listen(
      { listsAfterMs: 600 },
      { timetable: 'always-moving' },
      { listingMs: 60_000 },
    )
    await subscribed(listening)
    await systemClock.delay(700)
    await soon('the listing is read', () => asked(listening, 'PullMessages') > 1)
    listening.camera.events?.raise({ ...motion('true', 'Changed'), topic: 'tns1:Other/Thing' })
    await soon('the marker', () => listening.events.length > 0)
    expect(listening.events.map(({ topic }) => topic)).toEqual(['tns1:Other/Thing'])
  })

  test.each([
    ['true', 'false'],
    ['active', 'inactive'],
  ])('is told in the words %s and %s', async (yes, no) => {
    const listening = await listen({
      item: 'LogicalState',
      words: [no, yes],
      topic: ' tns1:Device/Trigger/DigitalInput ',
    })
    await subscribed(listening)
    listening.camera.move(2)
    await soon('an event', () => listening.events.length > 0)
    expect(listening.events).toMatchObject([{ category: 'io', topic: 'tns1:Device/Trigger/DigitalInput' }])
  })

  test('is one as long as the camera says true again and again, and never false', async () => {
    const listening = await listen({ pulsesEveryMs: 30, listing: 'none' })
    await pastListing(listening)
    listening.camera.move(1)
    await soon('an event', () => listening.events.length > 0)
    // Sixteen pulses.
    await systemClock.delay(500)
    expect(listening.events).toHaveLength(1)
  })

  test.each<[string, string, Partial<RaisedEvent>]>([
    ['tns1:VideoSource/MotionAlarm//.', 'motion', {}],
    ['tns1:RuleEngine/TPSmartEventDetector/TPSmartEvent', 'analytics_object', { data: { IsPeople: 'true' } }],
    ['tns1:RuleEngine/LineDetector/Crossed', 'line_crossing', { data: { ObjectId: '1' } }],
    ['tns1:RuleEngine/FieldDetector/ObjectsInside', 'intrusion', { data: { IsInside: 'true' } }],
    ['maker:Nobody/Has/Heard/Of', 'other', { data: null }],
  ])('has the topic %s: %s', async (topic, category, differences) => {
    const listening = await listen({ tellsMotion: false, listing: 'none' })
    await raise(listening, { ...motion('true', 'Changed'), topic, ...differences })
    await soon('an event', () => listening.events.length > 0)
    expect(listening.events).toMatchObject([{ topic, category }])
  })
})

describe('a subscription', () => {
  test.each<[string, Partial<EventOptions>, CameraOptions]>([
    ['that the camera never announced', { isAdvertised: false }, {}],
    ['at an address of another network', { address: 'wrong-host' }, {}],
    ['at a port where nothing answers', { address: 'wrong-port' }, {}],
    ['at a port of its own', { address: 'second-port' }, {}],
    ['at an address with two ports', { address: 'two-ports' }, {}],
    ['known by a reference parameter', { needsReferenceParameters: true }, {}],
    ['that wants WS-Addressing', { needsAddressing: true }, {}],
    ['by HTTP digest', {}, { onvifLogins: ['http-digest'] }],
    [
      'with a clock that is a year behind',
      {},
      { onvifLogins: ['username-token'], clockOffsetMs: -31_536_000_000, onvifClockWindowSec: 5 },
    ],
  ])('is made %s', async (_name, events, options) => {
    const listening = await listen(events, options)
    await subscribed(listening)
    listening.camera.move(2)
    await soon('an event', () => listening.events.length > 0)
    expect(listening.camera.counters.credentialsFailed).toBe(0)
    await listening.stop()
    expect(listening.camera.events?.open).toBe(0)
    expect(listening.health.at(-1)?.state).toBe('off')
  })

  test('is made at our port where what is sent to that of its address is dropped', async () => {
    const camera = await startCamera({ ...small, onvifEvents: { address: 'silent-port' } })
    onTestFinished(() => camera.close())
    const answersWithinMs = 10_000
    const clock: Clock = {
      ...systemClock,
      after: (ms, task) => systemClock.after(ms === answersWithinMs ? 300 : ms, task),
    }
    const listening = await listenTo(camera, {}, { clock })
    await subscribed(listening)
    camera.move(2)
    await soon('an event', () => listening.events.length > 0)
    expect(camera.events?.made).toBe(1)
    await listening.stop()
    expect(camera.events?.open).toBe(0)
  })

  test.each<[string, EventOptions['terms'], RegExp]>([
    ['refuses spans', 'absolute-only', /^\d{4}-\d\d-\d\dT[\d:]+Z$/],
    ['takes seconds for minutes', 'minutes', /^\d{4}-\d\d-\d\dT[\d:]+Z$/],
    ['grants nothing for a span', 'nothing', /^\d{4}-\d\d-\d\dT[\d:]+Z$/],
    ['reads spans', 'right', /^PT3S$/],
  ])('has an end that the camera understands: one that %s', async (_name, terms, last) => {
    const listening = await listen({ terms, mostTermSec: 36_000 }, { clockOffsetMs: 3_600_000 })
    await subscribed(listening)
    expect(listening.camera.events?.askedTerms.at(-1)).toMatch(last)
    expect(listening.camera.events?.open).toBe(1)
  })

  test('is renewed before its term ends, though pulling does not extend it, and not all the time', async () => {
    const listening = await listen({ isExtendedByPulling: false }, {}, { termMs: 2000 })
    await subscribed(listening)
    await soon('two renewals', () => asked(listening, 'Renew') >= 2)
    expect(asked(listening, 'CreatePullPointSubscription')).toBe(1)
    expect(asked(listening, 'Renew')).toBeLessThanOrEqual(3)
    expect(listening.health.at(-1)?.lastRenewAt).toBeGreaterThan(Date.now() - 5000)
  })

  test('of a camera that grants less than was asked for is renewed within that', async () => {
    const listening = await listen({ mostTermSec: 1, isExtendedByPulling: false }, {}, { waitMs: 500 })
    await soon('a renewal', () => asked(listening, 'Renew') >= 1)
    expect(listening.health.some(({ state }) => state === 'degraded')).toBe(false)
  })

  test.each(['unsupported', 'refused'] as const)(
    'whose renewal is %s is given back and made anew',
    async (renewal) => {
      const listening = await listen({ renewal, isExtendedByPulling: false }, {}, { termMs: 1000 })
      await soon('a second one', () => asked(listening, 'CreatePullPointSubscription') >= 2)
      await soon('that the first is given back', () => asked(listening, 'Unsubscribe') >= 1)
      await subscribed(listening)
    },
  )

  test('that the camera forgot is made anew, and what lasts meanwhile is no second event', async () => {
    const listening = await listen({})
    await subscribed(listening)
    listening.camera.move(8)
    await soon('an event', () => listening.events.length === 1)
    listening.camera.events?.endAll()
    await soon('a second one', () => asked(listening, 'CreatePullPointSubscription') >= 2)
    await subscribed(listening)
    expect(listening.events).toHaveLength(1)
  })

  test('that went with the camera for a while tells afterwards that what began before lasts, as no second event', async () => {
    const listening = await listen({}, {}, { crashWithinMs: 0 })
    await subscribed(listening)
    listening.camera.move(60)
    await soon('an event', () => listening.events.length === 1)
    await listening.camera.faults.refuseConnections()
    listening.camera.events?.endAll()
    await inState(listening, 'degraded')
    listening.lasting.length = 0
    await listening.camera.faults.comeBack()
    await subscribed(listening)
    await soon('that it lasts', () => listening.lasting.length > 0)
    expect(listening.events).toHaveLength(1)
  })

  test('is one a camera, and given back also where that ends all others', async () => {
    const listening = await listen({ slots: 1, unsubscribeEndsAll: true })
    await subscribed(listening)
    await listening.stop()
    expect(listening.camera.events?.open).toBe(0)
    await subscribed(await listenTo(listening.camera))
  })

  test('waits for a slot that a camera leaks, without asking in a tight loop', async () => {
    // Long enough that a busy machine asks for the slot before it is free.
    const listening = await listen({ slots: 1, leaksSlots: true, mostTermSec: 6 })
    await subscribed(listening)
    await listening.stop()
    const before = asked(listening, 'CreatePullPointSubscription')
    const second = await listenTo(listening.camera)
    await inState(second, 'unsupported')
    await subscribed(second)
    await inState(second, 'subscribed')
    // Three forms of the request each time, a few hundred milliseconds apart.
    expect(asked(listening, 'CreatePullPointSubscription') - before).toBeLessThan(40)
  })

  test('is made again after the camera was away', async () => {
    const listening = await listen({}, {}, { crashWithinMs: 0 })
    await subscribed(listening)
    await listening.camera.faults.refuseConnections()
    listening.camera.events?.endAll()
    await inState(listening, 'degraded')
    await listening.camera.faults.comeBack()
    await subscribed(listening)
    listening.camera.move(2)
    await soon('an event', () => listening.events.length > 0)
  })

  test('does not hurry a camera that answers PullMessages at once', async () => {
    const listening = await listen({ waits: false }, {}, { pullEveryMs: 200 })
    await subscribed(listening)
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(asked(listening, 'PullMessages')).toBeLessThan(6)
  })

  test('goes on where the camera hangs up now and then', async () => {
    const listening = await listen({}, { faults: { onvif: { hangsUpEvery: 5 } } })
    await subscribed(listening)
    listening.camera.move(5)
    await soon('an event', () => listening.events.length > 0)
  })
})

test('a password that was changed at the camera is tried no oftener than has to be: it locks accounts', async () => {
  const listening = await listen({})
  // The second waits at the camera: by the time of the third the subscription has lived long enough to be made anew.
  await soon('a pull that waits', () => asked(listening, 'PullMessages') >= 2)
  await systemClock.delay(quick.livedMs)
  listening.camera.faults.set({ wrongPassword: true })
  await inState(listening, 'degraded')
  await listening.stop()
  expect(asked(listening, 'Unsubscribe')).toBe(0)
  expect(listening.camera.counters.credentialsFailed).toBeLessThanOrEqual(2)
})

/** A pull that is cut after so long was waiting, and silence is no matter. */
const quickCuts = { quietCutMs: 60, silenceMs: 60_000 }
/** Ends what is quiet for long, and takes no token and no nonce a second time. */
const cutting: Partial<EventOptions> = { pullEndsAfterMs: 120 }

/** Four movements, each after the camera has ended a connection or two; how many were told. */
async function fourMovements(listening: Listening) {
  await pastListing(listening)
  for (const told of [1, 2, 3, 4]) {
    const cuts = listening.camera.events?.cuts ?? 0
    await soon('a cut', () => (listening.camera.events?.cuts ?? 0) > cuts)
    listening.camera.events?.raise({ ...motion('true', 'Changed'), source: { Rule: `${told}` } })
    await soon(`movement ${told}`, () => listening.events.length >= told)
  }
  return listening.events.length
}

describe('a camera that ends the connection instead of answering', () => {
  test.each<[string, Partial<EventOptions>, CameraOptions]>([
    ['by token', cutting, {}],
    [
      'by HTTP digest',
      cutting,
      { onvifLogins: ['http-digest'], faults: { onvif: { singleUseNonces: true } } },
    ],
    [
      'by HTTP digest with counted nonces',
      cutting,
      { onvifLogins: ['http-digest'], challenges: [{ scheme: 'Digest', qop: true }] },
    ],
    ['by a reset', { ...cutting, cutBy: 'reset' }, {}],
    ['with half an answer', { ...cutting, cutBy: 'half' }, {}],
    ['sooner than it is worth to wait', { pullEndsAfterMs: 30 }, {}],
    ['and at a port of its own', { ...cutting, address: 'second-port' }, {}],
    [
      'also those that it kept, between the pulls',
      cutting,
      { onvifLogins: ['http-digest'], faults: { onvif: { singleUseNonces: true, endsKeptAfterMs: 0 } } },
    ],
  ])('when no message came for a while tells all that happens: %s', async (_name, events, options) => {
    const listening = await listen(events, options, quickCuts)
    expect(await fourMovements(listening)).toBe(4)
    expect(listening.camera.events?.made).toBe(1)
    expect(listening.tombstones.of('c1')).toBeNull()
    expect(listening.camera.counters.credentialsFailed).toBe(0)
    expect(listening.health.at(-1)?.state).toBe('subscribed')
  })

  test('is asked to wait for less from then on, also by the next subscription', async () => {
    const devices = new DeviceCache()
    const camera = await startCamera({ ...small, onvifEvents: { pullEndsAfterMs: 1300 } })
    onTestFinished(() => camera.close())
    const times = { waitMs: 3000, termMs: 60_000, silenceMs: 60_000 }
    const first = await listenTo(camera, times, { devices })
    await soon('an answer after a cut', () => (camera.events?.askedWaits.length ?? 0) >= 4)
    expect(camera.events?.cuts).toBe(1)
    await first.stop()
    const second = await listenTo(camera, times, { devices })
    await soon('its second pull', () => (camera.events?.askedWaits.length ?? 0) >= 6)
    expect(camera.events?.askedWaits.slice(0, 6)).toEqual([3, 3, 1, 1, 1, 1])
    expect(second.camera.events?.cuts).toBe(1)
  })

  test.each(['Renew', 'SetSynchronizationPoint', 'Unsubscribe'])(
    'to %s alone keeps its subscription',
    async (operation) => {
      const listening = await listen(
        { cutOperations: [operation], isExtendedByPulling: true },
        {},
        { termMs: 2000, silenceMs: 60_000 },
      )
      await pastListing(listening)
      if (operation === 'Renew') await soon('a renewal', () => asked(listening, 'Renew') >= 2)
      await raise(listening, motion('true', 'Changed'))
      await soon('an event', () => listening.events.length > 0)
      expect(listening.camera.events?.made).toBe(1)
      await listening.stop()
      expect(listening.tombstones.of('c1')).toBeNull()
      expect(listening.camera.counters.credentialsFailed).toBe(0)
    },
  )

  test('to every subscription has not crashed: it answers the next request', async () => {
    const listening = await listen({ cutOperations: ['CreatePullPointSubscription'] })
    await soon('five tries', () => asked(listening, 'CreatePullPointSubscription') >= 5)
    expect(listening.health.some(({ state }) => state === 'tombstoned')).toBe(false)
    expect(listening.tombstones.of('c1')).toBeNull()
  })
})

test('an account that was let in before is tried twice a minute apart: a camera that boots refuses everybody', async () => {
  const camera = await startCamera({ ...small, onvifEvents: {} })
  onTestFinished(() => camera.close())
  const waitsMs: number[] = []
  const delay: typeof systemClock.delay = (ms, options) => {
    if (ms >= 60_000) waitsMs.push(ms)
    return systemClock.delay(ms, options)
  }
  const listening = await listenTo(camera, { retryMs: 0 }, { clock: { ...systemClock, delay } })
  await subscribed(listening)
  camera.faults.set({ wrongPassword: true })
  for (const refusals of [1, 2]) {
    await soon(`refusal ${refusals}`, () => waitsMs.length === refusals)
    listening.tryNow()
  }
  await soon('the lockout pace', () => waitsMs.length === 3)
  camera.faults.set({ wrongPassword: false })
  listening.tryNow()
  await subscribed(listening)
  expect(waitsMs.map((ms) => Math.floor(ms / 60_000)).slice(0, 3)).toEqual([1, 1, expect.any(Number)])
  expect(waitsMs[2]).toBeGreaterThanOrEqual(31 * 60_000)
})

test('one that was let in before the agent restarted is not locked, though nobody remembers by which way', async () => {
  const camera = await startCamera({ ...small, onvifEvents: {} })
  onTestFinished(() => camera.close())
  const waitsMs: number[] = []
  const delay: typeof systemClock.delay = (ms, options) => {
    if (ms >= 60_000) waitsMs.push(ms)
    return systemClock.delay(ms, options)
  }
  const clock = { ...systemClock, delay }
  const listening = await listenTo(camera, {}, { clock, password: 'the former one', wasLetIn: true })
  for (let refusals = 1; (waitsMs.at(-1) ?? 0) < 31 * 60_000; refusals += 1) {
    await soon(`refusal ${refusals}`, () => waitsMs.length === refusals)
    if ((waitsMs.at(-1) ?? 0) < 31 * 60_000) listening.tryNow()
  }
  expect(waitsMs.length).toBe(2)
  expect(camera.counters.credentialsFailed).toBe(4)
})

describe('events are given up', () => {
  test('where a subscription brings the camera down three times in a row, until it has another firmware', async () => {
    const listening = await listen({ crashesForMs: 150 }, { firmware: '1.0' })
    await inState(listening, 'tombstoned')
    expect(asked(listening, 'CreatePullPointSubscription')).toBe(3)
    expect(listening.health.at(-1)?.message).toContain('brings this camera down')
    await listening.stop()
    await soon('the camera again', () => listening.camera.onvifPort > 0)
    const { tombstones } = listening
    const again = await listenTo(listening.camera, {}, { tombstones })
    await inState(again, 'tombstoned')
    expect(asked(again, 'CreatePullPointSubscription')).toBe(3)
    const later = await listenTo(listening.camera, { tombstoneMs: 0 }, { tombstones })
    await soon('another try', () => asked(later, 'CreatePullPointSubscription') > 3)
    await inState(later, 'tombstoned')
    const updated = await startCamera({ ...small, onvifEvents: {}, firmware: '2.0' })
    onTestFinished(() => updated.close())
    await subscribed(await listenTo(updated, {}, { tombstones }))
    expect(tombstones.of('c1')).toBeNull()
  })

  test.each(['username-token', 'http-digest'] as const)(
    'at once where the password is wrong, by %s',
    async (login) => {
      const camera = await startCamera({ ...small, onvifEvents: {}, onvifLogins: [login] })
      onTestFinished(() => camera.close())
      const listening = await listenTo(camera, {}, { password: 'not this one' })
      await inState(listening, 'degraded')
      const tries = camera.counters.credentialsFailed
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(camera.counters.credentialsFailed).toBe(tries)
      expect(tries).toBeLessThanOrEqual(2)
      expect(listening.health.at(-1)?.message).toContain('user name or password')
    },
  )

  test.each<[string, Partial<EventOptions> | null, EventsHealth['state'], string]>([
    ['announces events and has none', { tellsMotion: false }, 'degraded', 'sends no events'],
    ['has no event service', null, 'unsupported', 'takes no event subscription'],
  ])('in the words of its health: a camera that %s', async (_name, events, state, words) => {
    const listening = await listen(events)
    await inState(listening, state)
    expect(listening.health.at(-1)?.message).toContain(words)
    expect(listening.health.at(-1)?.topicsSeen.motion).toBe(false)
  })
})
