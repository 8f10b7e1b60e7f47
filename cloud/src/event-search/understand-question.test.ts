import { expect, test } from 'vitest'
import { tellingWords } from './telling-words.js'
import { type Place, understandQuestion } from './understand-question.js'

const place = (cameraName: string, siteName = 'Yard'): Place => ({
  cameraId: cameraName,
  cameraName,
  siteId: siteName,
  siteName,
})
const places = [place('Front door'), place('Back door'), place('Gate'), place('Hall 2', 'Shop')]
const ask = (question: string, history: Parameters<typeof understandQuestion>[1] = []) =>
  understandQuestion(question, history, { now: Date.parse('2026-03-14T12:00:00Z'), timezone: 'UTC', places })

test('a person at the gate last night: words, place and time', () => {
  expect(ask('Was there a person at the gate last night?')).toEqual({
    words: ['person', 'gate'],
    places: [places[2]],
    placeWords: ['gate'],
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
])('places: %s', (question, cameras) => {
  expect(ask(question).places.map(({ cameraName }) => cameraName)).toEqual(cameras)
})

test('a question of fillers alone goes on with the words of the one before', () => {
  const history = [
    { role: 'user' as const, text: 'Was a fox at the gate today?' },
    { role: 'assistant' as const, text: 'No fox was seen.' },
  ]
  expect(ask('And yesterday?', history)).toMatchObject({
    words: ['fox', 'gate'],
    from: Date.parse('2026-03-13T00:00:00Z'),
  })
  expect(ask('And a cat yesterday?', history).words).toEqual(['cat'])
})

test('words: each once, without fillers, in any script, at most 12', () => {
  expect(tellingWords('What did the red CAR, the car do at 7:30?')).toEqual(['red', 'car', '30'])
  expect(tellingWords('Wer hat das Päckchen geöffnet?')).toEqual([
    'wer',
    'hat',
    'das',
    'päckchen',
    'geöffnet',
  ])
  expect(tellingWords("delivery man's e-bike")).toEqual(['delivery', "man's", 'e-bike'])
  expect(tellingWords('a1 b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13')).toHaveLength(12)
  expect(tellingWords('x'.repeat(500))).toEqual([])
})
