import { stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram, startWorld, type World } from '../harness/index.js'

let world: World

beforeAll(async () => {
  world = await startWorld({ cameras: [] })
})
afterAll(() => world.close())

async function newCode(): Promise<{ id: string; pairing_code: string }> {
  const answer = await world.api.post('/api/v1/gateways/generate-pairing-code', {
    name: 'Cupboard',
    site_id: world.siteId,
  })
  expect(answer.status).toBe(201)
  return answer.body
}

let folders = 0

/** Types `agent pair` with a data folder of its own. */
async function pair(code: string, ...more: string[]) {
  folders += 1
  const dataDir = path.join(world.folder, `pairing-${folders}`)
  const args = ['pair', code, '--data-dir', dataDir, ...more]
  return { dataDir, ...(await runProgram('agent/dist/main.js', { args })) }
}

const toCloud = () => ['--cloud', world.cloud.url]

describe('agent pair', () => {
  it('takes the code in any case, with blanks and dashes, and keeps its key to its owner', async () => {
    const { id, pairing_code: code } = await newCode()
    const typed = `${code.slice(0, 3).toLowerCase()}- ${code.slice(3)}`
    const ended = await pair(typed, ...toCloud())
    expect(ended, ended.output).toMatchObject({ code: 0 })
    expect(ended.output).not.toMatch(/gw_/)
    const identity = await stat(path.join(ended.dataDir, 'identity.json'))
    expect(identity.mode & 0o077).toBe(0)
    const gateway = await world.api.get(`/api/v1/gateways/${id}`)
    expect(gateway.body).toMatchObject({ id, name: 'Cupboard', site_id: world.siteId })
  })

  it('says what is wrong with an unknown, a used and an expired code', async () => {
    const used = await newCode()
    expect((await pair(used.pairing_code, ...toCloud())).code).toBe(0)
    const again = await pair(used.pairing_code, ...toCloud())
    expect(again.code).not.toBe(0)
    expect(again.output).toMatch(/already|used/i)

    const unknown = await pair('ZZZZZ9', ...toCloud())
    expect(unknown.code).not.toBe(0)
    expect(unknown.output).toMatch(/does not know/)

    const expired = await newCode()
    await world.database.query(
      `update pairing_codes set expires_at = now() - interval '1 second' where gateway_id = $1`,
      [expired.id],
    )
    const late = await pair(expired.pairing_code, ...toCloud())
    expect(late.code).not.toBe(0)
    expect(late.output).toMatch(/expired/i)
  })

  it('answers the three over HTTP as published', async () => {
    const redeem = (code: string) => world.api.post('/api/v1/gateways/pair', { pairing_code: code })
    const used = await newCode()
    expect(await redeem(used.pairing_code)).toMatchObject({
      status: 200,
      body: { gateway_id: used.id, api_key: expect.stringMatching(/^gw_/), ice_servers: [] },
    })
    expect(await redeem(used.pairing_code)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict' } },
    })
    expect(await redeem('ZZZZZ9')).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
    const expired = await newCode()
    await world.database.query(
      `update pairing_codes set expires_at = now() - interval '1 second' where gateway_id = $1`,
      [expired.id],
    )
    expect(await redeem(expired.pairing_code)).toMatchObject({
      status: 410,
      body: { error: { code: 'gone' } },
    })
    expect((await world.api.post('/api/v1/gateways/pair', {})).status).toBe(400)
  })

  it('refuses plain http to anything but this machine', async () => {
    const ended = await pair('ABCDEF', '--cloud', 'http://192.0.2.1:8080')
    expect(ended.code).not.toBe(0)
    expect(ended.output).toMatch(/https|--allow-http/)
  })

  it('says that a cloud is not there', async () => {
    const ended = await pair('ABCDEF', '--cloud', 'http://127.0.0.1:1')
    expect(ended.code).not.toBe(0)
    expect(ended.output).toMatch(/refuses the connection/)
  })
})
