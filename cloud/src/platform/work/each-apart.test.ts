import { describe, expect, test } from 'vitest'
import { silentLog } from '../log.js'
import { ApartError, eachApart } from './each-apart.js'

const never = new AbortController().signal
const apart = { log: silentLog, signal: never, named: (item: number) => ({ item }) }

/** Works on the items, of which some fail. @returns those that had their turn, and what was thrown */
async function work(items: number[], fails: (item: number) => boolean, signal = never) {
  const turns: number[] = []
  const thrown = await eachApart(items, { ...apart, signal }, async (item) => {
    turns.push(item)
    if (fails(item)) throw new Error(`${item} is refused`)
  }).then(
    () => null,
    (error: unknown) => error,
  )
  return { turns, thrown }
}

describe('each apart', () => {
  test('all have their turn, whichever fails, and what failed is thrown at the end', async () => {
    const { turns, thrown } = await work([1, 2, 3, 4], (item) => item % 2 === 1)
    expect(turns).toEqual([1, 2, 3, 4])
    expect(thrown).toBeInstanceOf(ApartError)
    expect(thrown).toMatchObject({
      message: '2 failed and 2 were done; the first failed by: 1 is refused',
      errors: [{ message: '1 is refused' }, { message: '3 is refused' }],
    })
  })

  test('nothing is thrown where nothing fails', async () => {
    expect(await work([1, 2], () => false)).toEqual({ turns: [1, 2], thrown: null })
  })

  test('no other is begun once the work is to end; what failed before is told', async () => {
    const stop = new AbortController()
    const ended = await work(
      [1, 2, 3],
      (item) => {
        if (item === 2) stop.abort()
        return item === 1
      },
      stop.signal,
    )
    expect(ended).toMatchObject({ turns: [1, 2], thrown: { errors: [{ message: '1 is refused' }] } })
  })
})
