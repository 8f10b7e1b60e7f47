import { describe, expect, it } from 'vitest'
import { EndpointCap } from './endpoint-cap.js'

describe('EndpointCap', () => {
  it('turns away what is too much for one webhook, and nothing of another', async () => {
    const cap = new EndpointCap(2)
    const ends: (() => void)[] = []
    const hold = () => new Promise<void>((resolve) => ends.push(resolve))
    const held = [cap.run('a', hold), cap.run('a', hold)]
    expect(await cap.run('a', hold)).toBe(false)
    const other = cap.run('b', hold)
    for (const end of ends) end()
    expect(await Promise.all([...held, other])).toEqual([true, true, true])
    expect(await cap.run('a', () => Promise.resolve())).toBe(true)
  })

  it('gives the place back when the work fails', async () => {
    const cap = new EndpointCap(1)
    await expect(cap.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await cap.run('a', () => Promise.resolve())).toBe(true)
  })
})
