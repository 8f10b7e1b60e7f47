import { describe, expect, it } from 'vitest'
import { knowWords, OwnWords, speakOwnWords } from './own-words.js'

/** Words whose files come when they are let, with what was asked for. */
function filesOf() {
  const asked: string[] = []
  const ends: (() => void)[] = []
  const file = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      asked.push(name)
      ends.push(() => (name === 'broken' ? reject(new Error('no line')) : resolve(name)))
    })
  return { asked, file, let: () => ends.splice(0).forEach((end) => end()) }
}

describe('words in a file for each language', () => {
  it('are asked for once, and are here when their file has come', async () => {
    const files = filesOf()
    const words = new OwnWords({ en: files.file('en'), de: files.file('de') })
    const both = [words.load('de'), words.load('de')]
    expect(words.load('de')).not.toHaveProperty('status')
    files.let()
    expect(await Promise.all(both)).toEqual(['de', 'de'])
    // As React notes what it needs not wait for.
    expect(words.load('de')).toMatchObject({ status: 'fulfilled', value: 'de' })
    expect(files.asked).toEqual(['de'])
  })

  it('are asked for again after their file did not come', async () => {
    const files = filesOf()
    const words = new OwnWords({ en: files.file('broken'), de: files.file('de') })
    for (const time of [1, 2]) {
      const coming = words.load('en')
      files.let()
      await expect(coming, String(time)).rejects.toThrow('no line')
    }
    expect(files.asked).toEqual(['broken', 'broken'])
  })

  it('come in the language that is spoken as soon as their script is there, and in the next one before it is spoken', async () => {
    const files = filesOf()
    const german = speakOwnWords('de')
    await german
    knowWords(new OwnWords({ en: files.file('en'), de: files.file('de') }))
    expect(files.asked).toEqual(['de'])
    let isSpoken = false
    const english = speakOwnWords('en').then(() => (isSpoken = true))
    expect(files.asked).toEqual(['de', 'en'])
    expect(isSpoken).toBe(false)
    files.let()
    await english
  })
})
