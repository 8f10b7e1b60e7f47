import { expect, test } from 'vitest'
import { type KeptCode, keepCode, readKeptCode, runningDown, spelledOut, timeLeft } from './kept-code.js'

const code: KeptCode = {
  userId: 'u',
  gatewayId: 'g',
  name: 'Store',
  siteId: 's',
  code: 'K7M2QX',
  madeAtMs: 1_000_000,
  endsAtMs: 1_600_000,
  openedBefore: null,
}

function storageWith(kept: KeptCode | null) {
  const texts = new Map<string, string>()
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
  keepCode(storage, kept)
  return { storage, texts }
}

test('a code is there again after a reload, for who made it', () => {
  const { storage } = storageWith(code)
  expect(readKeptCode(storage, 'u', 1_300_000)).toEqual(code)
  expect(readKeptCode(storage, 'somebody else', 1_300_000)).toBeNull()
})

test('one that is over is shown with the way to another, and not the next day', () => {
  const { storage } = storageWith(code)
  expect(readKeptCode(storage, 'u', 1_700_000)).toEqual(code)
  expect(readKeptCode(storage, 'u', 90_000_000)).toBeNull()
})

test('one that is not kept any more is gone, and what is no code is none', () => {
  const { storage, texts } = storageWith(code)
  for (const [key] of texts) texts.set(key, '{"userId":"u","code":7}')
  expect(readKeptCode(storage, 'u', 0)).toBeNull()
  for (const [key] of texts) texts.set(key, 'no json')
  expect(readKeptCode(storage, 'u', 0)).toBeNull()
  keepCode(storage, code)
  keepCode(storage, null)
  expect(texts.size).toBe(0)
})

test('what is left of its time is a share and whole seconds, and never less than nothing', () => {
  expect(timeLeft(code, 1_000_000)).toEqual({ share: 1, sec: 600 })
  expect(timeLeft(code, 1_096_001)).toEqual({ share: (600_000 - 96_001) / 600_000, sec: 504 })
  expect(timeLeft(code, 9_999_999)).toEqual({ share: 0, sec: 0 })
  // The service's clock went back.
  expect(timeLeft(code, 0).share).toBe(1)
  expect(runningDown(504)).toBe('8:24')
  expect(runningDown(9)).toBe('0:09')
})

test('it is read out letter by letter', () => {
  expect(spelledOut('K7M2QX')).toBe('K 7 M, 2 Q X')
})
