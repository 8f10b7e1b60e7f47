import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestOrg } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

let world: TestApp
let org: TestOrg
let admin: SignedIn

beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())
beforeEach(async () => {
  org = await world.createOrg()
  admin = await org.signIn('admin')
})

const url = '/api/v1/organisation'
const get = () => world.call(admin, { url })
const patch = (payload: object) => world.call(admin, { method: 'PATCH', url, payload })

const untouched = {
  enabled: true,
  provider: null,
  model: null,
  base_url: null,
  prices: {},
  providers_with_key: [],
}

describe('/api/v1/organisation', () => {
  it('shows the own organisation as it was made', async () => {
    const answer = await get()
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        id: org.orgId,
        name: 'Test organisation',
        timezone: 'UTC',
        clip_retention_days: 30,
        event_retention_days: 365,
        ai_settings: untouched,
        notification_window_sec: 300,
        require_second_factor: false,
        sends_mail: false,
        storage_used_bytes: 0,
        storage_quota_bytes: null,
        created_at: expect.stringMatching(/Z$/),
      },
    ])
  })

  it('changes what is named and leaves the rest', async () => {
    const before = (await get()).json()
    const change = { name: 'Shop', timezone: 'Europe/Zurich', clip_retention_days: 7 }
    const answer = await patch({ ...change, unknown: 1 })
    expect([answer.statusCode, answer.json()]).toEqual([200, { ...before, ...change }])
    expect((await patch({ event_retention_days: 3650 })).json()).toEqual({
      ...before,
      ...change,
      event_retention_days: 3650,
    })
    expect((await get()).json().name).toBe('Shop')
    const abroad = await (await world.createOrg()).signIn('admin')
    expect((await world.call(abroad, { url })).json().name).toBe('Test organisation')
  })

  it.each([
    {},
    { unknown: 1 },
    { name: '' },
    { name: 'x'.repeat(101) },
    { timezone: 'Mars/Olympus' },
    { clip_retention_days: 0 },
    { clip_retention_days: 3651 },
    { event_retention_days: 1.5 },
    { event_retention_days: '30' },
    { ai_settings: [] },
    { ai_settings: { unknown: true } },
    { ai_settings: { provider: 'Not a name' } },
    { ai_settings: { provider: 'nobody-knows' } },
    { ai_settings: { provider_keys: { openai: '' } } },
    { ai_settings: { provider_keys: { 'no name': 'x' } } },
    { ai_settings: { providers_with_key: ['openai'] } },
    { ai_settings: { provider: 'openai', base_url: 'http://models.example.com/v1' } },
    { ai_settings: { provider: 'openai', base_url: 'https://127.0.0.1/v1' } },
    { ai_settings: { provider: 'openai', base_url: 'https://169.254.169.254/v1' } },
    { ai_settings: { provider: 'openai', base_url: 'https://user:pass@93.184.216.34/v1' } },
    { ai_settings: { provider: 'openai', base_url: 'https://93.184.216.34/v1?key=x' } },
    { ai_settings: { base_url: 'https://93.184.216.34/v1' } },
    { ai_settings: { prices: { m: { input: -1, output: 1 } } } },
    { ai_settings: { prices: { m: { input: 1 } } } },
    { ai_settings: { prices: { m: { input: 1, output: 1, cached: 1 } } } },
  ])('refuses %o with a 400', async (payload) => {
    const answer = await patch(payload)
    expect([answer.statusCode, answer.json().error.code], answer.body).toEqual([400, 'validation_error'])
  })
})

describe('AI settings', () => {
  it('merge, and null sets back', async () => {
    await patch({ ai_settings: { provider: 'openai', model: 'small' } })
    const changed = await patch({ ai_settings: { enabled: false, model: null } })
    expect(changed.json().ai_settings).toEqual({ ...untouched, enabled: false, provider: 'openai' })
    await patch({ name: 'Shop' })
    expect((await get()).json().ai_settings).toMatchObject({ enabled: false, provider: 'openai' })
  })

  it('keep keys sealed, show which there are, and forget them', async () => {
    const secret = 'sk-canary-0123456789'
    const stored = await patch({ ai_settings: { provider_keys: { openai: secret, mistral: 'other' } } })
    expect(stored.json().ai_settings.providers_with_key).toEqual(['mistral', 'openai'])
    expect(stored.body).not.toContain(secret)
    const [row] = await world.test.query<{ id: string; secret: Buffer; secret_key_id: string }>(
      `select * from ai_provider_keys where org_id = $1 and provider = 'openai'`,
      [org.orgId],
    )
    if (!row) throw new Error('no key is stored')
    const place = { orgId: org.orgId, rowId: row.id, field: 'ai_provider_keys.secret' }
    const sealed = { bytes: row.secret, keyId: row.secret_key_id }
    expect(world.platform.secretBox.open(sealed, place)).toBe(secret)
    expect(row.secret.toString('latin1')).not.toContain(secret)

    const replaced = await patch({ ai_settings: { provider_keys: { openai: 'new', mistral: null } } })
    expect(replaced.json().ai_settings.providers_with_key).toEqual(['openai'])
    const audit = JSON.stringify(await world.test.query('select data from audit_log'))
    expect(audit).toContain('"openai":"stored"')
    expect(audit).toContain('"mistral":"forgotten"')
    expect(audit).not.toContain(secret)
  })

  it('hold an address of the own, and prices by model', async () => {
    const base_url = 'https://93.184.216.34/v1'
    const prices = { small: { input: 0.1, output: 0.4 }, big: { input: 2, output: 8 } }
    const set = await patch({ ai_settings: { provider: 'openai', base_url: `${base_url}/`, prices } })
    expect(set.json().ai_settings).toEqual({ ...untouched, provider: 'openai', base_url, prices })
    const less = await patch({ ai_settings: { prices: { big: null } } })
    expect(less.json().ai_settings).toMatchObject({ base_url, prices: { small: prices.small } })
    const away = await patch({ ai_settings: { provider: 'anthropic' } })
    expect(away.json().ai_settings).toMatchObject({ provider: 'anthropic', base_url: null })
  })

  it('send a key nowhere but where it was stored for', async () => {
    const keys = async (ai_settings: object): Promise<unknown> =>
      (await patch({ ai_settings })).json().ai_settings.providers_with_key
    const [there, elsewhere] = ['https://93.184.216.34/v1', 'https://93.184.216.35/v1']
    await patch({ ai_settings: { provider: 'openai', provider_keys: { openai: 'k', anthropic: 'k' } } })
    expect(await keys({ base_url: there })).toEqual(['anthropic'])
    expect(await keys({ provider_keys: { openai: 'k2' } })).toEqual(['anthropic', 'openai'])
    expect(await keys({ base_url: there, model: 'm' })).toEqual(['anthropic', 'openai'])
    expect(await keys({ base_url: elsewhere, provider_keys: { openai: 'k3' } })).toEqual([
      'anthropic',
      'openai',
    ])
    expect(await keys({ provider: 'anthropic', base_url: elsewhere })).toEqual([])
  })

  it('lose nothing of changes at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `provider-${index}`)
    await Promise.all(names.map((name) => patch({ ai_settings: { provider_keys: { [name]: 'key' } } })))
    await Promise.all([
      patch({ ai_settings: { model: 'small' } }),
      patch({ ai_settings: { provider: 'openai' } }),
      patch({ ai_settings: { enabled: false } }),
    ])
    expect((await get()).json().ai_settings).toEqual({
      ...untouched,
      enabled: false,
      provider: 'openai',
      model: 'small',
      providers_with_key: names.toSorted(),
    })
  })
})
