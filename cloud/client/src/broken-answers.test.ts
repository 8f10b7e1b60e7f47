import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createSightlineClient, retrying, type Send } from './index.js'
import { answerJson, type LocalService, startLocalService } from './local-service.fixture.js'
import { systemTiming } from './platform/timing.js'

let service: LocalService
let answers: ((response: ServerResponse) => void)[]

beforeAll(async () => {
  service = await startLocalService((_request, response) => answers.shift()?.(response))
})
afterAll(() => service.close())

/** A refusal whose connection breaks in the middle of its body. */
const breaking = (status: number) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': 100 })
  response.write('{', () => response.destroy())
}
beforeEach(() => {
  answers = [(response) => answerJson(response, 200, { status: 'ok' })]
})

/** Resolves once what is left of the body will not come. */
async function broken({ body }: Response): Promise<void> {
  const reader = body?.getReader()
  await reader?.closed.catch(() => {})
  reader?.releaseLock()
}

const timing = { ...systemTiming, sleep: async () => {} }
const awaiting =
  (seen: (response: Response) => Promise<unknown>): Send =>
  async (request) => {
    const response = await fetch(request)
    if (!response.ok) await seen(response)
    return response
  }

it.each([
  ['broke', broken],
  ['was read by the program', (response: Response) => response.text().catch(() => '')],
  ['is being read by the program', async ({ body }: Response) => body?.getReader()],
])('a request is sent again though the body of its refusal %s', async (_, seen) => {
  answers.unshift(breaking(503))
  const client = createSightlineClient({
    origin: service.origin,
    retry: retrying({ timing }),
    fetch: awaiting(seen),
  })
  expect((await client.GET('/api/health')).response.status).toBe(200)
})

it('a request is sent with a newer token though the refusal broke while that was fetched', async () => {
  answers.unshift(breaking(401))
  let refusal: Response | undefined
  const client = createSightlineClient({
    origin: service.origin,
    fetch: awaiting(async (response) => {
      refusal = response
    }),
    credential: async (refused) => {
      if (refused === undefined) return 'old'
      if (refusal) await broken(refusal)
      return 'new'
    },
  })
  expect((await client.GET('/api/health')).response.status).toBe(200)
})
