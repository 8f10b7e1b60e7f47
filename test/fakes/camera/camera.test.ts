import { expect, test } from 'vitest'
import { startCamera } from './index.js'
import { RawClient } from './rtsp/raw-client.js'
import { isMoving } from './timetable.js'

const SMALL = { picture: { width: 320, height: 180, loopSec: 20 }, subPicture: null }

/** Sockets, servers and timers that would keep this process alive; the pipes belong to the test runner. */
function leftovers(): string[] {
  return process.getActiveResourcesInfo().filter((kind) => /TCP|UDP|Timeout|Process/.test(kind))
}

/** Closed handles go in later turns of the event loop. No timer waits for that: it would be a leftover itself. */
async function leftoversAfter(ms: number): Promise<string[]> {
  const until = performance.now() + ms
  while (leftovers().length > 0 && performance.now() < until) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  return leftovers()
}

test('close leaves no socket and no timer behind, whatever was going on', async () => {
  const fake = await startCamera({
    ...SMALL,
    audio: 'tone',
    mdns: true,
    wsDiscovery: true,
    host: '127.0.0.20',
  })
  const clients = await Promise.all([1, 2, 3].map(() => RawClient.connect(fake.rtspPort, fake.host)))
  for (const raw of clients.slice(0, 2)) await raw.play(fake.rtspUrl(), fake.options.credentials, [0, 1])
  await fake.until('frames', (counters) => counters.framesSent > 5)
  fake.faults.set({ answerDelayMs: 60_000 })
  const unanswered = clients[2]?.ask('OPTIONS', fake.rtspUrl())
  const outcome = unanswered?.then(String, String)
  await fake.until('the last request', (counters) => counters.requests['OPTIONS'] === 1)
  await Promise.all([fake.close(), fake.close()])
  expect(await outcome).toContain('connection ended')
  await Promise.all(clients.map((raw) => raw.ended))
  expect(await leftoversAfter(2000)).toEqual([])
})

test('a command makes the figure walk from the next keyframe on, and rest follows', async () => {
  const fake = await startCamera({ ...SMALL, timetable: 'rest', challenges: [] })
  try {
    const raw = await RawClient.connect(fake.rtspPort)
    await raw.play(fake.rtspUrl(), fake.options.credentials)
    await fake.until('rest', (counters) => counters.framesSent > 3)
    fake.move(1)
    await fake.until('movement', ({ frames }) => frames.at(-1)?.moving === true)
    await fake.until('rest again', ({ frames }) => frames.at(-1)?.moving === false)
    const { frames } = fake.counters
    const first = frames.findIndex((frame) => frame.moving)
    expect(frames[0]?.moving).toBe(false)
    expect(frames[first]?.keyframe).toBe(true)
    expect(frames.map(({ frameNumber }) => frameNumber - (frames[0]?.frameNumber ?? 0))).toEqual(
      frames.map((_, i) => i),
    )
  } finally {
    await fake.close()
  }
})

test('a timetable rests and moves in turn', () => {
  const timetable = { restSec: 10, moveSec: 5 }
  const moving = [0, 9_999, 10_000, 14_999, 15_000, 25_000].map((ms) => isMoving(timetable, ms))
  expect(moving).toEqual([false, false, true, true, false, true])
  expect(isMoving('rest', 1)).toBe(false)
  expect(isMoving('always-moving', 1)).toBe(true)
})
