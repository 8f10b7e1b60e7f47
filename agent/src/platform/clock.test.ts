import { describe, expect, it } from 'vitest'
import { createFakeClock } from './clock.fake.js'
import { type Clock, systemClock } from './clock.js'

const clocks: [string, () => { clock: Clock; pass: (ms: number) => Promise<void> }][] = [
  ['the system clock', () => ({ clock: systemClock, pass: (ms) => systemClock.delay(ms + 5) })],
  [
    'the fake clock',
    () => {
      const clock = createFakeClock()
      return { clock, pass: (ms) => clock.advance(ms + 5) }
    },
  ],
]

describe.each(clocks)('%s', (_name, create) => {
  it('moves the wall clock and the monotonic clock alike', async () => {
    const { clock, pass } = create()
    const [now, monotonic] = [clock.now(), clock.monotonic()]
    await pass(30)
    expect(clock.now() - now).toBeGreaterThanOrEqual(29)
    expect(clock.monotonic() - monotonic).toBeGreaterThanOrEqual(29)
  })

  it('calls a task once, after its time, earlier ones first', async () => {
    const { clock, pass } = create()
    const called: string[] = []
    clock.after(40, () => called.push('late'))
    clock.after(10, () => called.push('early'))
    expect(called).toEqual([])
    await pass(60)
    await pass(60)
    expect(called).toEqual(['early', 'late'])
  })

  it('does not call what was cancelled', async () => {
    const { clock, pass } = create()
    let called = false
    clock.after(10, () => (called = true))()
    await pass(30)
    expect(called).toBe(false)
  })

  it('ends a delay after its time', async () => {
    const { clock, pass } = create()
    let over = false
    const delay = clock.delay(20).then(() => (over = true))
    expect(over).toBe(false)
    await pass(40)
    await delay
    expect(over).toBe(true)
  })

  it('ends a delay at once when its signal aborts, with the reason as cause', async () => {
    const { clock } = create()
    const reason = new Error('stopped')
    const controller = new AbortController()
    const delay = clock.delay(60_000, { signal: controller.signal })
    controller.abort(reason)
    await expect(delay).rejects.toMatchObject({ name: 'AbortError', cause: reason })
    await expect(clock.delay(60_000, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
      cause: reason,
    })
  })
})

it('the fake clock steps the wall alone', () => {
  const clock = createFakeClock(1000)
  clock.step(3_600_000)
  expect([clock.now(), clock.monotonic()]).toEqual([3_601_000, 0])
})

it('the fake clock shows which timers are left', async () => {
  const clock = createFakeClock()
  const cancel = clock.after(10, () => undefined)
  expect(clock.waiting).toBe(1)
  cancel()
  expect(clock.waiting).toBe(0)
})
