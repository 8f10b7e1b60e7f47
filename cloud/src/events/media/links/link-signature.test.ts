import { randomUUID } from 'node:crypto'
import { otherLetter } from '@sightline/protocol/testing'
import { expect, test } from 'vitest'
import { openKeyRing } from '../../../platform/secrets/keys.js'
import type { Clock } from '../../../platform/time/clock.js'
import { createPartLinks } from '../uploads/part-links.js'
import { createMediaLinks } from './media-links.service.js'

const [oldKey, newKey] = ['1'.repeat(64), '2'.repeat(64)]
const [org, id] = [randomUUID(), randomUUID()]

/** Links at a moment that the test moves. */
function scene(masterKeys = newKey) {
  let nowMs = Date.parse('2026-03-14T09:29:00.000Z')
  const clock: Pick<Clock, 'now'> = { now: () => nowMs }
  const deps = { keys: openKeyRing(masterKeys), clock: clock as Clock, publicUrl: () => 'https://v.example' }
  return {
    media: createMediaLinks(deps),
    parts: createPartLinks(deps),
    pass: (ms: number) => {
      nowMs += ms
    },
  }
}

const tailOf = (url: string) => {
  const { searchParams } = new URL(url, 'https://v.example')
  return { exp: Number(searchParams.get('exp')), sig: searchParams.get('sig') ?? '' }
}

test('a link is the same for half an hour, and good for 30 to 60 minutes', () => {
  const { media, pass } = scene()
  const url = media.urlOf(org, id)
  expect(url).toMatch(`https://v.example/media/${org}/${id}?exp=`)
  pass(59_999)
  expect(media.urlOf(org, id)).toBe(url)
  pass(1)
  expect(media.urlOf(org, id)).not.toBe(url)
  expect(media.judge(org, id, tailOf(url))).toBe('valid')
  pass(30 * 60_000 - 1)
  expect(media.judge(org, id, tailOf(url))).toBe('valid')
  pass(1)
  expect(media.judge(org, id, tailOf(url))).toBe('expired')
})

test('a link opens its object only, in its organisation, until its own time', () => {
  const { media } = scene()
  const tail = tailOf(media.urlOf(org, id))
  expect(media.judge(org, randomUUID(), tail)).toBe('forged')
  expect(media.judge(randomUUID(), id, tail)).toBe('forged')
  expect(media.judge(org, id, { ...tail, exp: tail.exp + 3600 })).toBe('forged')
  expect(media.judge(org, id, { ...tail, sig: otherLetter(tail.sig) })).toBe('forged')
  expect(media.judge(org, id, { ...tail, sig: '' })).toBe('forged')
  expect(media.judge(org, id, { exp: tail.exp })).toBe('forged')
})

test('the link of a part is for that part, for an hour, and no medium opens with it', () => {
  const { media, parts, pass } = scene()
  const tail = tailOf(parts.pathOf(org, id, 1))
  expect(parts.judge(org, id, 1, tail)).toBe('valid')
  expect(parts.judge(org, id, 2, tail)).toBe('forged')
  expect(parts.judge(org, id, 11, tail)).toBe('forged')
  expect(media.judge(org, `${id}/1`, tail)).toBe('forged')
  pass(3600_000)
  expect(parts.judge(org, id, 1, tail)).toBe('expired')
})

test('a link made before a new master key stays good', () => {
  const tail = tailOf(scene(oldKey).media.urlOf(org, id))
  expect(scene(`${newKey},${oldKey}`).media.judge(org, id, tail)).toBe('valid')
  expect(scene(newKey).media.judge(org, id, tail)).toBe('forged')
})
