import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ModelServer, startModelServer } from '#testing/model-server.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { updateOrganisation } from '../../identity/organisation/organisation-settings.js'
import { openAccount } from './account.js'
import type { ChosenModel } from './model.service.js'
import { type Desk, good, openDesk, operatorKey } from './models.fixture.js'

let world: TestDatabase
let server: ModelServer
let desk: Desk

beforeAll(async () => {
  world = await createTestDatabase()
})
afterAll(() => world.close())
beforeEach(async () => {
  server = await startModelServer({ kind: 'answer', value: good })
  desk = await openDesk(world, server, { limits: { retries: 0 } })
  return async () => {
    await desk[Symbol.asyncDispose]()
    await server.close()
  }
})

const set = (ai_settings: object) =>
  updateOrganisation({ ...desk.platform, outbound: { refusal: async () => null } }, desk.org.owner, {
    ai_settings,
  })

async function chosen(camera?: { provider: string | null; model: string | null }): Promise<ChosenModel> {
  const choice = await desk.models.choose(desk.org.orgId, camera)
  if (choice.kind === 'none') throw new Error(choice.reason)
  return choice
}

describe('a choice', () => {
  it('is the operator until the organisation says otherwise, and none if it says no', async () => {
    expect(await chosen()).toEqual(desk.chosen)
    await set({ provider: 'anthropic', model: 'claude', provider_keys: { anthropic: 'k' } })
    expect(await chosen()).toMatchObject({ provider: 'anthropic', model: 'claude', account: 'organisation' })
    expect(await chosen({ provider: 'openai', model: 'seer-2' })).toMatchObject({
      model: 'seer-2',
      account: 'operator',
    })
    await set({ enabled: false })
    expect(await desk.models.choose(desk.org.orgId)).toEqual({
      kind: 'none',
      reason: 'AI is switched off for the organisation',
    })
  })

  it('holds no key, and is looked at anew when it is asked', async () => {
    await set({ provider: 'anthropic', model: 'claude', provider_keys: { anthropic: 'k-canary' } })
    const choice = await chosen()
    expect(JSON.stringify(choice)).not.toContain('k-canary')
    await set({ provider_keys: { anthropic: null } })
    const outcome = await desk.ask({}, { chosen: choice })
    expect(outcome).toMatchObject({
      fault: 'rejected',
      reason: 'the AI provider anthropic has no key any more',
    })
  })

  it('of a model that is called like a part of every object has no price but its own', async () => {
    const priceOf = async (model: string) => {
      await set({ provider: 'anthropic', model, provider_keys: { anthropic: 'k' } })
      const account = await openAccount(desk.platform, desk.org.orgId, await chosen())
      return typeof account === 'string' ? account : account.price
    }
    expect([await priceOf('constructor'), await priceOf('toString')]).toEqual([null, null])
    await set({ prices: { constructor: { input: 1, output: 2 } } })
    expect(await priceOf('constructor')).toEqual({ input: 1, output: 2 })
  })

  it('whose key cannot be opened says so', async () => {
    await set({ provider: 'anthropic', model: 'claude', provider_keys: { anthropic: 'k' } })
    await world.query(`update ai_provider_keys set secret_key_id = 'lost' where org_id = $1`, [
      desk.org.orgId,
    ])
    const outcome = await desk.ask({}, { chosen: await chosen() })
    expect(outcome).toMatchObject({ fault: 'rejected', reason: expect.stringContaining('stores it anew') })
  })
})

describe("an organisation's own address", () => {
  const ask = async (base_url: string) => {
    await set({ provider: 'openai', base_url, model: 'own', provider_keys: { openai: 'own-key' } })
    return desk.ask({}, { chosen: await chosen() })
  }

  it('is not reached without https, even if it stands in the database', async () => {
    expect(await ask(server.openaiUrl)).toMatchObject({ fault: 'rejected', again: false })
    expect(server.calls).toEqual([])
  })

  it('is reached through the guard: inside addresses are refused, allowed ones are connected by TLS', async () => {
    const metadata = await ask('https://169.254.169.254/v1')
    expect(metadata).toMatchObject({
      fault: 'rejected',
      reason: expect.stringContaining('not a public address'),
    })
    // The networks of this service allow 127.0.0.0/8; there speaks a server without TLS.
    const inside = await ask(server.openaiUrl.replace('http:', 'https:'))
    expect(inside).toMatchObject({ fault: 'unreachable', again: true })
    expect(server.calls).toEqual([])
  })

  it('never gets the key of the operator', async () => {
    await set({ provider: 'openai', base_url: 'https://169.254.169.254/v1', model: 'own' })
    expect(await chosen()).toMatchObject({ account: 'organisation' })
    const outcome = await desk.ask({}, { chosen: await chosen() })
    expect(JSON.stringify(outcome) + desk.lines.join('')).not.toContain(operatorKey)
    expect(await desk.ask()).toMatchObject({ kind: 'answered' })
    expect(server.calls.map(({ key }) => key)).toEqual([operatorKey])
  })
})
