import { expect, it } from 'vitest'
import { organisation as text } from '../../../text/en/organisation.js'
import { countsInWords } from './counts-in-words.js'

const said = (clips: number, events: number) => countsInWords({ clips, events }, text, 'en')

it('says what is deleted, and nothing of what is not', () => {
  expect(said(1204, 1)).toBe('1,204 clips and 1 event')
  expect(said(1, 0)).toBe('1 clip')
  expect(said(0, 2)).toBe('2 events')
  expect(said(0, 0)).toBeNull()
})

it('says that there may be more than are counted', () => {
  expect(said(10_000, 0)).toBe('10,000 or more clips')
})
