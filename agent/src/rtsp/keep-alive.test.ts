import { expect, test } from 'vitest'
import { type Clock, systemClock } from '../platform/clock.js'
import { Heard, openAt } from './open-for-test.fixture.js'
import { answer, ScriptedCamera, usual } from './scripted-camera.fixture.js'

test('a question that is not answered is asked again before a short session is over', async () => {
  const waits: number[] = []
  let isPlaying = false
  // From PLAY on waits pass at once; what they would have lasted is noted.
  const after: Clock['after'] = (ms, task) => {
    if (!isPlaying) return systemClock.after(ms, task)
    waits.push(ms)
    return systemClock.after(1, task)
  }
  await using camera = await ScriptedCamera.start((request) => {
    if (isPlaying && request.method === 'OPTIONS') return null
    isPlaying ||= request.method === 'PLAY'
    if (request.method !== 'SETUP') return usual(request)
    return answer(request, 200, ['Session: s1;timeout=10', 'Transport: RTP/AVP/TCP;interleaved=0-1'])
  })
  const session = await openAt(camera.url, new Heard(), {
    clock: { ...systemClock, after },
    responseTimeoutMs: 10_000,
  })
  await camera.until(() => camera.methods.slice(4).length >= 4)
  const ofQuestions = waits.filter((ms) => [5000, 2500, 10_000].includes(ms))
  expect(ofQuestions.slice(0, 4)).toEqual([5000, 2500, 2500, 5000])
  await session.close()
})
