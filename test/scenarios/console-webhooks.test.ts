import { randomUUID } from 'node:crypto'
import { type ModelServer, startModelServer } from '@sightline/cloud/testing'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, violationsOn } from '../harness/console-page.js'
import { type ConsoleStand, startConsole } from '../harness/console-stand.js'
import { until } from '../harness/index.js'

tellIfThereIsNone('console-webhooks.test.ts')

describe.skipIf(chromiumPath === undefined)(
  'webhooks, notifications, AI and instructions in the console',
  () => {
    let model: ModelServer
    let stand: ConsoleStand
    let page: Page
    let webhookId: string

    beforeAll(async () => {
      model = await startModelServer({ kind: 'answer', value: { word: 'ready' } })
      stand = await startConsole({
        cameras: [{ name: 'Gate' }],
        cloudEnv: {
          AI_PROVIDER: 'openai',
          AI_BASE_URL: model.openaiUrl,
          AI_MODEL: 'watcher',
          AI_API_KEY: 'k',
          AI_RETRIES: '0',
          WEBHOOK_DISABLE_AFTER: '2',
          TESTS_PER_MINUTE: '100',
        },
      })
    })
    afterEach(() => stand.chromium.forget())
    afterAll(async () => {
      await stand?.close()
      await model?.close()
    })

    const dialog = (name: string) => page.getByRole('dialog', { name })
    const button = (name: string | RegExp) => page.getByRole('button', { name })
    const enter = async (path: string, heading: string) => {
      page = await stand.enter(path)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    }
    const openWebhook = () => enter(`/settings/webhooks/${webhookId}`, 'Alarm desk')
    const delivery = (title: string) => page.getByRole('listitem').filter({ hasText: title })

    /** Puts an alert's delivery on its way, as a rule that fires does. @returns its id */
    async function deliver(rule: string): Promise<string> {
      const facts = {
        alert_id: randomUUID(),
        rule_id: null,
        rule_name: rule,
        camera_id: null,
        camera_name: '<b>Gate</b>',
        event_id: randomUUID(),
        severity: 'medium',
        description: 'A van stops.',
        confidence: null,
        triggered_at: new Date().toISOString(),
      }
      const [row] = await stand.world.database.query<{ id: string }>(
        `insert into webhook_deliveries (org_id, id, webhook_id, event_type, payload)
       select org_id, gen_random_uuid(), id, 'alert', $2 from webhooks where id = $1 returning id`,
        [webhookId, facts],
      )
      return row?.id ?? ''
    }

    const untilStatus = (id: string, status: string) =>
      until(`the delivery is ${status}`, async () => {
        const path = `/api/v1/webhooks/${webhookId}/deliveries/${id}`
        return (await stand.world.api.get(path)).body.status === status
      })

    it('by pointer: a webhook, refused beside its field, its secret once, and a test that the receiver takes for ours', async () => {
      const { receiver } = stand.world
      await enter('/settings/webhooks', 'Webhooks')
      await button('Add a webhook').click()
      const adding = dialog('A new webhook')
      await adding.getByRole('button', { name: 'Make it' }).click()
      await adding.getByText('It needs a name.').waitFor()
      await adding.getByLabel('Name').fill('Alarm desk')
      await adding.getByLabel('Address').fill('http://example.com/hook')
      await adding.getByRole('button', { name: 'Make it' }).click()
      await adding.getByText('the address must begin with https://').waitFor()
      await adding.getByLabel('Address').fill(receiver.url)
      await adding.getByRole('button', { name: 'Make it' }).click()
      const secret = await dialog('Its signing secret').getByRole('textbox').inputValue()
      await dialog('Its signing secret').getByRole('button', { name: 'I have kept it' }).click()
      await page.getByRole('link', { name: /Alarm desk/ }).click()
      await page.waitForURL('**/settings/webhooks/*')
      webhookId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      await button('Send a test').click()
      await delivery('Test').getByText('Received').waitFor()
      const [arrived] = await receiver.waitFor(1)
      if (!arrived) throw new Error('nothing arrived')
      expect(receiver.whatIsWrong(arrived, secret)).toBeNull()
      await page.getByRole('link', { name: 'Test' }).click()
      await delivery('Test').getByText('204').waitFor()
      await page.getByText('What was sent').click()
      await page.getByText(/"is_test": true/).waitFor()
      await page.getByText('How a receiver knows that it was us').click()
      await page.getByText('export function isGenuine(').waitFor()
      await button('Python').click()
      await page.getByText('def is_genuine(').waitFor()
      expect(await page.getByText(secret).count()).toBe(0)
    })

    it('one that failed is sent again, and all that failed at once, by keys', async () => {
      const { receiver } = stand.world
      receiver.answer({ status: 401, body: '{"error":"not you"}' })
      const lost = await deliver('Back door at night')
      await untilStatus(lost, 'failed')
      await openWebhook()
      await delivery('Back door at night, <b>Gate</b>').getByText('1, answered 401').waitFor()
      await page.getByRole('link', { name: 'Back door at night, <b>Gate</b>' }).press('Enter')
      await page.getByText('{"error":"not you"}').waitFor()
      expect(new URL(page.url()).pathname).toBe(`/settings/webhooks/${webhookId}/deliveries/${lost}`)
      const before = receiver.received.length
      await button('Send the one that failed again').press('Enter')
      await page.getByText('sent anew once').waitFor()
      await delivery('Back door at night').getByText('Received').waitFor()
      expect((await receiver.waitFor(before + 1)).length).toBe(before + 1)
      await delivery('Back door at night').getByRole('button', { name: 'Send again' }).press('Enter')
      await page.getByText('sent anew 2 times').waitFor()
      await receiver.waitFor(before + 2)
    })

    it('switched off by itself it says why and since when, and one press switches it on and sends what failed', async () => {
      const { receiver } = stand.world
      receiver.answer({ status: 401 }, { status: 403 })
      for (const rule of ['Delivery after dark', 'Corridor after hours'])
        await untilStatus(await deliver(rule), 'failed')
      await openWebhook()
      await page.getByText(/^Off by itself since \d\d:\d\d:\d\d: 2 deliveries in a row failed\.$/).waitFor()
      await keepScreen(page, 'webhook-off')
      const before = receiver.received.length
      await button('Switch on and send the 2 that failed').click()
      await receiver.waitFor(before + 2)
      await page.getByText(/^Off by itself since/).waitFor({ state: 'detached' })
      await page.getByText('On', { exact: true }).waitFor()
      await delivery('Corridor after hours').getByText('Received').waitFor()
    })

    it('a name that no longer resolves is said, and an address that may not be reached is refused beside its field', async () => {
      const { receiver } = stand.world
      await stand.world.database.query(
        `update webhooks set url = 'https://gone.invalid/hook' where id = $1`,
        [webhookId],
      )
      await openWebhook()
      await button('Send a test').click()
      await page.getByText('The name gone.invalid no longer resolves').waitFor()
      await button('Change').click()
      const changing = dialog('Change the webhook')
      await changing.getByLabel('Address').fill('https://192.168.1.10/')
      await changing.getByRole('button', { name: 'Save' }).click()
      await changing.getByText(/may not be reached/).waitFor()
      await changing.getByLabel('Address').fill(receiver.url)
      await changing.getByRole('button', { name: 'Save' }).click()
      await changing.waitFor({ state: 'detached' })
      await page.getByText('no longer resolves').waitFor({ state: 'detached' })
    })

    it('a new secret is shown once, and both sign for a day', async () => {
      const { receiver } = stand.world
      await openWebhook()
      await button('New secret').press('Enter')
      await dialog('Make a new secret?').getByRole('button', { name: 'Make a new secret' }).press('Enter')
      await page.getByText(/The secret before signs as well until/).waitFor()
      const shown = dialog('Its signing secret')
      const secret = await shown.getByRole('textbox').inputValue()
      // It is shown once: neither Escape nor a press beside it takes it away.
      for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
      await page.mouse.click(5, 5)
      await shown.getByText('Keep the secret first: it is not shown again.').waitFor()
      await shown.getByRole('button', { name: 'I have kept it' }).press('Enter')
      await shown.waitFor({ state: 'detached' })
      await page.getByText(/^the one before signs until/).waitFor()
      const before = receiver.received.length
      await button('Send a test').click()
      const arrived = (await receiver.waitFor(before + 1))[before]
      if (!arrived) throw new Error('nothing arrived')
      expect(receiver.whatIsWrong(arrived, secret)).toBeNull()
      expect(String(arrived.headers['webhook-signature']).split(' ')).toHaveLength(2)
    })

    it('instructions: written, used by a camera, changed, and deleted once nobody uses them', async () => {
      await enter('/settings/instructions', 'Instructions')
      await button('Write instructions').click()
      const writing = dialog('New instructions')
      await writing.getByLabel('Name').fill('Yard')
      await writing.getByRole('button', { name: 'Save' }).click()
      await writing.getByText('Say what the model is to know.').waitFor()
      await writing.getByLabel('Instructions').fill('A yellow vest works here.')
      await writing.getByRole('button', { name: 'Save' }).click()
      await page.getByText('No camera uses it.').waitFor()
      const [pack] = (await stand.world.api.get('/api/v1/prompt-packs')).body.data
      const path = `/api/v1/cameras/${stand.cameras[0]?.id}`
      await stand.world.api.patch(path, { prompt_pack_id: pack.id })
      await page.getByRole('link', { name: 'Gate' }).waitFor()
      await button('Change').click()
      await dialog('Change the instructions').getByLabel('Instructions').fill('Nobody works here.')
      await dialog('Change the instructions').getByRole('button', { name: 'Save' }).click()
      await page.getByText('Nobody works here.').waitFor()
      expect(await button('Delete').count()).toBe(0)
      await stand.world.api.patch(path, { prompt_pack_id: null })
      await button('Delete').click()
      await dialog('Delete Yard?').getByRole('button', { name: 'Delete' }).click()
      await page.getByText(/There are no instructions yet\./).waitFor()
      await stand.world.api.post('/api/v1/prompt-packs', {
        name: 'Yard',
        instructions: 'A yellow vest works here.',
      })
    })

    it('notifications: no mail server is said, who is told by which rule, and what was decided by which setting', async () => {
      const me = (await stand.world.api.get('/api/v1/auth/me')).body
      await stand.addRule('Somebody comes', {
        recipients: [{ user_id: me.id, channels: ['in_app', 'email'] }],
      })
      await stand.trigger()
      await enter('/settings/notifications', 'Notifications')
      await page.getByText(/This service has no mail server/).waitFor()
      await page.getByText('It mails, and there is no mail server.').waitFor()
      await page.getByText(`${me.display_name}: inbox, e-mail`).waitFor()
      await page.getByText('Somebody comes', { exact: true }).click()
      await page.getByText('No quiet hours.').waitFor()
      await page.getByText(/^Somebody comes, Gate$/).click()
      await page.getByText('no mail server is set').waitFor()
      await page.getByText(new RegExp(`^${me.display_name}, inbox$`)).waitFor()
    })

    it('AI: tokens alone without a price, cost with one, the judge’s questions, and a word', async () => {
      const { database, api } = stand.world
      const [camera] = stand.cameras
      const ask = (cost: number | null) =>
        database.query(
          `insert into model_calls (org_id, id, purpose, event_id, provider, model, account, input_tokens, output_tokens,
           cost_usd, latency_ms, outcome)
         select org_id, gen_random_uuid(), 'analysis', id, 'openai', 'watcher', 'operator', 1200, 100, $2, 900, 'answered'
         from events where camera_id = $1`,
          [camera?.id, cost],
        )
      // What the model is asked of the event of the test before is noted by then, and not after what is noted here.
      await until('the model has looked at all events', async () => {
        const events: { ai_status: string }[] = (await api.get('/api/v1/events')).body.data
        return events.every(({ ai_status: status }) => status !== 'pending')
      })
      await database.query('delete from model_calls')
      await ask(null)
      await enter('/settings/ai', 'AI and budget')
      await page.getByText(/No price is known/).waitFor()
      await page.getByText('1.3K tokens').first().waitFor()
      await button('Ask it for a word').click()
      await page.getByText(/^watcher answers in/).waitFor()
      await api.patch('/api/v1/alert-rules/budget', { daily_limit: 200 })
      await database.query(
        `update judge_budgets set used = 12, day = (select (now() at time zone timezone)::date::text from organisations limit 1)`,
      )
      await ask(0.011)
      await page.reload()
      await page.getByText('12 of 200').waitFor()
      await page.getByRole('row', { name: /Gate/ }).getByText('0.011').waitFor()
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      const judge = dialog('Questions to the judge')
      await judge.getByLabel('Questions a day').fill('many')
      await judge.getByRole('button', { name: 'Save' }).click()
      await judge.getByText('A whole number from 0 to 100,000.').waitFor()
      await judge.getByLabel('Questions a day').fill('12')
      await judge.getByRole('button', { name: 'Save' }).click()
      await page.getByText(/The judge has no question left today/).waitFor()
      await button('Change model').click()
      const choosing = dialog('The model')
      await choosing.getByLabel('Provider').selectOption('openai')
      await choosing.getByLabel('Model', { exact: true }).fill('seer')
      await choosing.getByLabel('Key').fill('sk-never-shown')
      await choosing.getByLabel('In', { exact: true }).fill('2')
      await choosing.getByLabel('Out', { exact: true }).fill('8')
      await choosing.getByRole('button', { name: 'Save' }).click()
      await choosing.waitFor({ state: 'detached' })
      await page.getByText('seer, own key').waitFor()
      expect((await api.get('/api/v1/organisation')).body.ai_settings).toMatchObject({
        provider: 'openai',
        model: 'seer',
        prices: { seer: { input: 2, output: 8 } },
        providers_with_key: ['openai'],
      })
      expect(await page.content()).not.toContain('sk-never-shown')
    })

    it('an operator sends tests, and neither makes secrets nor sees what is for admins', async () => {
      const operator = await stand.addUser({ email: 'op@example.com', name: 'Otto', role: 'operator' })
      page = await stand.enter(`/settings/webhooks/${webhookId}`, operator)
      await button('Send a test').waitFor()
      expect(await button('New secret').count()).toBe(0)
      expect(await page.getByRole('link', { name: 'AI and budget' }).count()).toBe(0)
      await page.goto(`${stand.world.cloud.url}/settings/ai`)
      await page.getByText(/There is nothing here/).waitFor()
      await page.goto(`${stand.world.cloud.url}/settings/webhooks/${randomUUID()}`)
      await page.getByText(/There is nothing here/).waitFor()
    })

    it('axe finds nothing on what a model cost, at any width', async () => {
      await enter('/settings/ai', 'AI and budget')
      for (const look of looks) {
        await lookAt(page, look)
        await page.getByText('By camera, last 30 days').waitFor()
        expect(await violationsOn(page), `${look.width} ${look.theme}`).toEqual([])
        await keepScreen(page, `settings-ai-${look.width}-${look.theme}`)
      }
    })

    it('no page broke a rule of its own', () => {
      expect(stand.chromium.complaints).toEqual([])
    })
  },
)
