import { expect, test } from 'vitest'
import { TimeSlice } from '../../../platform/concurrency/time-slice.js'
import { systemClock } from '../../../platform/time/clock.js'
import { searchTerms } from '../search-terms.js'
import { type NamedCamera, parseQuestion } from './parse-question.js'

const named = (cameraName: string, siteName = 'Yard'): NamedCamera => ({
  cameraId: cameraName,
  cameraName,
  siteName,
})
const cameras = [named('Front door'), named('Back door'), named('Gate'), named('Hall 2', 'Shop')]
const ask = (question: string, history: Parameters<typeof parseQuestion>[1] = []) =>
  parseQuestion(question, history, {
    now: Date.parse('2026-03-14T12:00:00Z'),
    timezone: 'UTC',
    cameras,
    timeSlice: new TimeSlice(systemClock),
  })

test('a person at the gate last night: words, camera and time', async () => {
  expect(await ask('Was there a person at the gate last night?')).toEqual({
    words: ['person', 'gate'],
    cameras: [cameras[2]],
    nameWords: ['gate'],
    from: Date.parse('2026-03-13T20:00:00Z'),
    before: Date.parse('2026-03-14T06:00:00Z'),
    daily: null,
  })
})

test.each([
  ['a parcel at the front door', ['Front door']],
  ['which doors were opened', ['Front door', 'Back door']],
  ['people in the shop', ['Hall 2']],
  ['all gates', ['Gate']],
  ['a dog', []],
])('cameras: %s', async (question, names) => {
  expect((await ask(question)).cameras.map(({ cameraName }) => cameraName)).toEqual(names)
})

test('a question of fillers alone goes on with the words of the one before', async () => {
  const history = [
    { role: 'user' as const, text: 'Was a fox at the gate today?' },
    { role: 'assistant' as const, text: 'No fox was seen.' },
  ]
  expect(await ask('And yesterday?', history)).toMatchObject({
    words: ['fox', 'gate'],
    from: Date.parse('2026-03-13T00:00:00Z'),
  })
  expect((await ask('And a cat yesterday?', history)).words).toEqual(['cat'])
})

test('words: each once, without fillers, in any script, at most 12', () => {
  expect(searchTerms('What did the red CAR, the car do at 7:30?')).toEqual(['red', 'car', '30'])
  expect(searchTerms('Wer hat das Päckchen geöffnet?')).toEqual(['wer', 'hat', 'das', 'päckchen', 'geöffnet'])
  expect(searchTerms("delivery man's e-bike")).toEqual(['delivery', "man's", 'e-bike'])
  expect(searchTerms('a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13')).toHaveLength(12)
  expect(searchTerms('x'.repeat(500))).toEqual([])
})
