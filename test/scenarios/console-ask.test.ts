import { type ModelServer, type ReceivedCall, startModelServer } from '@sightline/cloud/testing'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, tellIfThereIsNone } from '../harness/chromium.js'
import { keepScreen, lookAt, looks, violationsOn } from '../harness/console-page.js'
import { type ConsoleStand, startConsole } from '../harness/console-stand.js'
import { until } from '../harness/index.js'

tellIfThereIsNone('console-ask.test.ts')

/** Tokens of a day; the last test takes them all. */
const ofADay = 1_000_000

describe.skipIf(chromiumPath === undefined)('questions in the console', () => {
  let model: ModelServer
  let stand: ConsoleStand
  let page: Page
  let eventId: string

  beforeAll(async () => {
    model = await startModelServer(answer)
    stand = await startConsole({
      cameras: [{ name: 'Gate' }],
      cloudEnv: {
        AI_PROVIDER: 'openai',
        AI_BASE_URL: model.openaiUrl,
        AI_MODEL: 'watcher',
        AI_API_KEY: 'k',
        AI_DAILY_TOKENS: String(ofADay),
        AI_RETRIES: '0',
        QUESTIONS_PER_MINUTE: '6',
      },
    })
    eventId = await stand.trigger()
    await stand.world.untilClip(eventId)
    await until('the model has said something of it', async () => {
      const { body } = await stand.world.api.get(`/api/v1/events/${eventId}`)
      return body.summary === 'A person waits at the gate.'
    })
  })
  afterEach(async () => {
    model.answer(answer)
    await stand.chromium.forget()
    await stand.world.database.query(`delete from rate_buckets where key like 'event-chat:%'`)
  })
  afterAll(async () => {
    await stand?.close()
    await model?.close()
  })

  /** Says something about each event that it is given. */
  function answer({ purpose, body }: ReceivedCall) {
    if (purpose === 'chat')
      return {
        kind: 'answer',
        value: {
          answer: 'One <b>person</b> waited at the gate.',
          event_ids: [/Event ([0-9a-f-]{36})/.exec(body)?.[1] ?? ''],
        },
      } as const
    const summary = 'A person waits at the gate.'
    return {
      kind: 'answer',
      value: {
        summary,
        narrative: summary,
        tags: ['person'],
        severity: 'low',
        confidence: 0.9,
        objects: [],
        faces: [],
        evidence: [{ picture: 1, shows: summary }],
      },
    } as const
  }

  const question = () => page.getByLabel(/Your question|Ask on/)
  const cited = () => page.getByRole('list', { name: 'The answer rests on' }).getByRole('link')

  it('an answer names the events on which it rests; another question goes on from there', async () => {
    page = await stand.enter('/ask')
    await question().fill('Who waited at the gate?')
    await page.keyboard.press('Enter')
    await page.getByText('One <b>person</b> waited at the gate.').waitFor()
    await page.getByText('Said by watcher. It can be wrong: look at the clips.').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('Who waited at the gate?')
    await cited().first().getByText('A person waits at the gate.').waitFor()
    await keepScreen(page, 'ask')
    await question().fill('And a person later?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await expect.poll(() => page.getByText('One <b>person</b> waited at the gate.').count()).toBe(2)
    expect(model.calls.findLast(({ purpose }) => purpose === 'chat')?.body).toContain(
      'Who waited at the gate?',
    )
    await cited().last().click()
    await page.waitForURL(`**/events/${eventId}`)
  })

  it('begins with questions that may be pressed, and begins anew', async () => {
    page = await stand.enter('/ask')
    await page
      .getByRole('list', { name: 'Questions to begin with' })
      .getByRole('button')
      .last()
      .press('Enter')
    await page.getByRole('heading', { level: 2 }).waitFor()
    await page.getByRole('button', { name: 'Begin anew' }).click()
    await page.getByRole('list', { name: 'Questions to begin with' }).waitFor()
    expect(new URL(page.url()).searchParams.has('q')).toBe(false)
  })

  it('a model that fails is named as the reason, and what was found stands all the same', async () => {
    model.answer(({ purpose }) => (purpose === 'chat' ? { kind: 'status', status: 500 } : { kind: 'hang' }))
    page = await stand.enter('/ask?q=person%20gate')
    await page.getByText('The model gave no answer. What was found stands below.').waitFor()
    await page.getByRole('list', { name: 'Found for the question' }).getByRole('link').first().waitFor()
    await keepScreen(page, 'ask-failed')
  })

  it('who asks too often is told how long it takes, and gets the answer then', async () => {
    await stand.world.database.query(
      `insert into rate_buckets (key, tokens, refilled_at)
       select 'event-chat:' || id, -0.5, now() from organisations
       on conflict (key) do update set tokens = -0.5, refilled_at = now()`,
    )
    page = await stand.enter('/ask?q=person%20gate%20now')
    await page.getByText(/^Too many requests, again in/).waitFor()
    await page.getByText('One <b>person</b> waited at the gate.').waitFor()
  })

  it.each(looks)('axe finds nothing at $width px in $theme', async (look) => {
    page = await stand.enter('/ask')
    await lookAt(page, look)
    await question().fill('person gate')
    await page.keyboard.press('Enter')
    await cited().first().waitFor()
    expect(await violationsOn(page)).toEqual([])
    await keepScreen(page, `ask-${look.width}-${look.theme}`)
  })

  it('a budget that is spent is said with when it begins anew', async () => {
    model.answer((call) => ({ ...answer(call), inputTokens: ofADay, outputTokens: 1 }))
    page = await stand.enter('/ask?q=person%20gate%20today')
    await page.getByText('One <b>person</b> waited at the gate.').waitFor()
    await question().fill('person gate again')
    await page.keyboard.press('Enter')
    await page.getByText(/The reason: what the organisation may take .* it begins anew at/).waitFor()
    await page.getByRole('list', { name: 'Found for the question' }).waitFor()
    await keepScreen(page, 'ask-spent')
  })

  it('no page broke a rule of its own', () => {
    expect(stand.chromium.complaints).toEqual([])
  })
})
