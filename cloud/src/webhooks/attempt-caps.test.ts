import { describe, expect, it } from 'vitest'
import { AttemptCaps } from './attempt-caps.js'

const to = (orgId: string, webhookId: string) => ({ orgId, webhookId })
const nothing = () => Promise.resolve()

/** Work that lasts until it is ended. */
function holding() {
  const ends: (() => void)[] = []
  return {
    hold: () => new Promise<void>((resolve) => ends.push(resolve)),
    end: () => {
      for (const end of ends) end()
    },
  }
}

describe('AttemptCaps', () => {
  it('turns away what is too much for one webhook, and nothing of another', async () => {
    const caps = new AttemptCaps({ perWebhook: 2, perOrg: 9 })
    const { hold, end } = holding()
    const held = [caps.run(to('org', 'a'), hold), caps.run(to('org', 'a'), hold)]
    expect(await caps.run(to('org', 'a'), hold)).toBe(false)
    expect(caps.noPlaceLeft).toEqual({ webhookIds: ['a'], orgIds: [] })
    const other = caps.run(to('org', 'b'), hold)
    end()
    expect(await Promise.all([...held, other])).toEqual([true, true, true])
    expect(await caps.run(to('org', 'a'), nothing)).toBe(true)
  })

  it('turns away what is too much for one organisation, and nothing of another', async () => {
    const caps = new AttemptCaps({ perWebhook: 2, perOrg: 3 })
    const { hold, end } = holding()
    const held = ['a', 'a', 'b'].map((webhook) => caps.run(to('org', webhook), hold))
    expect(await caps.run(to('org', 'b'), hold)).toBe(false)
    expect(await caps.run(to('org', 'c'), hold)).toBe(false)
    expect(caps.noPlaceLeft).toEqual({ webhookIds: ['a'], orgIds: ['org'] })
    expect(await caps.run(to('other', 'd'), nothing)).toBe(true)
    end()
    await Promise.all(held)
    expect(caps.noPlaceLeft).toEqual({ webhookIds: [], orgIds: [] })
  })

  it('gives the places back when the work fails', async () => {
    const caps = new AttemptCaps({ perWebhook: 1, perOrg: 1 })
    const broken = () => Promise.reject(new Error('broken'))
    await expect(caps.run(to('org', 'a'), broken)).rejects.toThrow('broken')
    expect(await caps.run(to('org', 'a'), nothing)).toBe(true)
  })
})
