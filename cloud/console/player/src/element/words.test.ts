import { expect, test } from 'vitest'
import type { Note } from '../live/picture-state.js'
import { completed, english, type PlayerTexts } from './texts.js'
import { said } from './words.js'

const manner = { texts: english, timeOf: (ms: number) => `t${ms}` }

test.each([
  [{ kind: 'live', ageMs: 40, note: null } as const, 'Live', null],
  [{ kind: 'live', ageMs: 4200, note: null } as const, '4 s old', null],
  [
    { kind: 'stalled', forMs: 65_000, why: null } as const,
    'Stalled for 1 min',
    'No new picture comes. This one is old.',
  ],
  [{ kind: 'no-line', sinceMs: 5 } as const, 'No connection', 'No connection since t5. Trying again.'],
])('%o', (state, label, sentence) => {
  expect(said(state, manner)).toMatchObject({ label, sentence })
})

const note = { stream: 'sub', message: 'The roof is open.', codecBeyond: 'H.265', isBusy: false } as const
const live = (more: Pick<Note, 'reason' | 'rendition'> & Partial<Note>) =>
  said({ kind: 'live', ageMs: 0, note: { ...note, ...more } }, manner).sentence

test('a reason that is newer than the page is said in the words of the service', () => {
  expect(live({ reason: 'newer', rendition: 'source' })).toBe('The roof is open.')
})

test.each([
  ['mpeg1', 'This browser cannot play H.265: shown as MPEG-1'],
  ['source', 'This browser cannot play H.265: shown is the sub stream'],
  ['jpeg', 'Still pictures: this browser cannot play H.265'],
] as const)('what comes as %s in place of a codec is said by its name', (rendition, sentence) => {
  expect(live({ reason: 'codec_not_decodable', rendition })).toBe(sentence)
})

test('the sub stream in front of the main one is said to be it', () => {
  expect(live({ reason: 'main_on_its_way', rendition: 'source' })).toBe(
    'Smaller picture until the large one comes',
  )
})

test('a codec that is not known has no name', () => {
  expect(live({ reason: 'codec_not_decodable', rendition: 'mpeg1', codecBeyond: null })).toBe(
    'This browser cannot play what the camera sends: shown as MPEG-1',
  )
})

test.each([
  [{ rendition: 'source' }, 'Smaller picture: your line is slow'],
  [{ rendition: 'source', stream: 'main' }, 'Fewer pictures: your line is slow'],
  [
    { rendition: 'mpeg1' },
    'This browser cannot play H.265: shown as MPEG-1. Fewer pictures: your line is slow',
  ],
] as const)(
  'of a slow line is said what it costs, and what else is not as asked for: %j',
  (what, sentence) => {
    expect(live({ reason: 'stepped_down_slow_viewer', ...what })).toBe(sentence)
    expect(live({ reason: 'stepped_down_slow_viewer', isBusy: true, ...what })).toBe(
      sentence.replace('your line is slow', 'this browser is busy'),
    )
  },
)

test.each([
  [false, 'The line is slow, and some pictures are left out'],
  [true, 'This browser is busy, and some pictures are left out'],
])('of pictures that are left out is said where they were lost: busy %s', (isBusy, sentence) => {
  expect(said({ kind: 'behind', behindMs: 700, note: null, isBusy }, manner).sentence).toBe(sentence)
})

test('what a page of before has no words for is said in English', () => {
  const { busyBrowser: _, sentences, ...before } = english
  const { leftOutHere: __, ...fewer } = sentences
  const old: unknown = { ...before, sentences: fewer }
  expect(completed(old as PlayerTexts)).toEqual(english)
})

test('another language says the same in its words', () => {
  const german: PlayerTexts = {
    ...english,
    labels: { ...english.labels, live: 'Jetzt' },
    old: (time) => `${time} alt`,
    cannotPlay: (codec) => `dieser Browser spielt ${codec} nicht`,
  }
  const saidOf = (state: Parameters<typeof said>[0]) => said(state, { ...manner, texts: german })
  expect(saidOf({ kind: 'live', ageMs: 40, note: null }).label).toBe('Jetzt')
  expect(saidOf({ kind: 'live', ageMs: 4200, note: null }).label).toBe('4 s alt')
  expect(saidOf({ kind: 'cannot-play', codec: 'hvc1.1.6.L93.B0' }).sentence).toBe(
    'Dieser Browser spielt H.265 nicht',
  )
  expect(saidOf({ kind: 'cannot-play', codec: null }).sentence).toBe(english.sentences.cannotBegin)
})
