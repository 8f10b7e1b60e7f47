import { describe, expect, it } from 'vitest'
import { ProbeTurns } from './probe-turns.js'

const never = new AbortController().signal

/** A probe that ends when the test says so. */
function held(log: string[], name: string) {
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const probe = async () => {
    log.push(`${name} begins`)
    await over
    log.push(`${name} ends`)
    return name
  }
  return { probe, end: () => end() }
}

/** Lets everything that is ready run. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('probes', () => {
  it('of one camera go one after the other, in the order of asking', async () => {
    const log: string[] = []
    const turns = new ProbeTurns()
    const [first, second, third] = [held(log, '1'), held(log, '2'), held(log, '3')]
    const answers = [first, second, third].map(({ probe }) => turns.take('camera', probe, never))
    third.end()
    await settle()
    expect(log).toEqual(['1 begins'])
    first.end()
    second.end()
    expect(await Promise.all(answers)).toEqual(['1', '2', '3'])
    expect(log).toEqual(['1 begins', '1 ends', '2 begins', '2 ends', '3 begins', '3 ends'])
  })

  it('of different cameras do not wait for each other', async () => {
    const log: string[] = []
    const turns = new ProbeTurns()
    const [one, other] = [held(log, '1'), held(log, '2')]
    const first = turns.take('camera', one.probe, never)
    const second = turns.take('other', other.probe, never)
    other.end()
    expect(await second).toBe('2')
    one.end()
    await first
  })

  it('go on after one that failed', async () => {
    const turns = new ProbeTurns()
    const failing = turns.take('camera', () => Promise.reject(new Error('broken')), never)
    const next = turns.take('camera', () => Promise.resolve('fine'), never)
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('fine')
  })

  it('that are given up while waiting end at once, never begin, and let nobody overtake', async () => {
    const log: string[] = []
    const turns = new ProbeTurns()
    const [first, third] = [held(log, '1'), held(log, '3')]
    const running = turns.take('camera', first.probe, never)
    const giveUp = new AbortController()
    const waiting = turns.take('camera', held(log, '2').probe, giveUp.signal)
    const last = turns.take('camera', third.probe, never)
    giveUp.abort(new Error('the deadline passed'))
    await expect(waiting).rejects.toThrow('the deadline passed')
    await settle()
    expect(log).toEqual(['1 begins'])
    first.end()
    third.end()
    await Promise.all([running, last])
    expect(log).toEqual(['1 begins', '1 ends', '3 begins', '3 ends'])
  })

  it('that are given up before they are asked for do not begin', async () => {
    const log: string[] = []
    const turns = new ProbeTurns()
    const asked = turns.take('camera', held(log, '1').probe, AbortSignal.abort(new Error('gone')))
    await expect(asked).rejects.toThrow('gone')
    expect(await turns.take('camera', () => Promise.resolve('fine'), never)).toBe('fine')
    expect(log).toEqual([])
  })
})
