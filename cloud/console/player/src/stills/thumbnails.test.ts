import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '@sightline/client/live'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Thumbnail, Thumbnails } from './thumbnails.js'

let server: Server
let asked: IncomingMessage[]
let answer: (response: ServerResponse) => void
/** What waits for its time, with how long. */
let timers: { readonly ms: number; readonly work: () => void }[]
let shown: Thumbnail[]
let thumbnails: Thumbnails

const clock: Clock = {
  now: () => 0,
  wall: () => 0,
  after: (ms, work) => {
    const timer = { ms, work }
    timers.push(timer)
    return () => {
      timers = timers.filter((one) => one !== timer)
    }
  },
}
const pass = () => {
  for (const { work } of timers.splice(0)) work()
}
const thumbnail = { url: '/media/7', taken_at: '2026-03-14T09:41:00.000Z' }

beforeEach(async () => {
  asked = []
  timers = []
  shown = []
  answer = (response) => response.end(JSON.stringify(thumbnail))
  server = createServer((request, response) => {
    asked.push(request)
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  thumbnails = new Thumbnails({
    server: address(),
    requestToken: async () => 'lt_token',
    clock,
    shown: (one) => shown.push(one),
  })
})
afterEach(async () => {
  thumbnails.stop()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

test('it is asked for with the token that watches, a live token too', async () => {
  thumbnails.once('gate 1')
  await expect
    .poll(() => shown)
    .toEqual([{ address: `${address()}/media/7`, takenAtMs: Date.parse(thumbnail.taken_at) }])
  expect(asked.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/api/v1/cameras/gate%201/thumbnail', 'Bearer lt_token'],
  ])
  expect(timers).toEqual([])
})

test('over a line that fell silent it is given up, and asked for again in its time', async () => {
  answer = () => undefined
  thumbnails.poll('gate')
  await expect.poll(() => asked.length).toBe(1)
  answer = (response) => response.end(JSON.stringify(thumbnail))
  pass()
  await expect.poll(() => timers.map(({ ms }) => ms)).toEqual([10_000])
  pass()
  await expect.poll(() => shown.length).toBe(1)
})

test('what comes for a camera that is shown no more is let go', async () => {
  const late: ServerResponse[] = []
  answer = (response) => late.push(response)
  thumbnails.once('gate')
  await expect.poll(() => late.length).toBe(1)
  thumbnails.stop()
  late[0]?.end(JSON.stringify(thumbnail))
  await expect.poll(() => timers).toEqual([])
  expect(shown).toEqual([])
})

test('nor what stops half way, and goes on once another camera is shown', async () => {
  const late: ServerResponse[] = []
  answer = (response) => late.push(response)
  const fetched = vi.spyOn(globalThis, 'fetch')
  onTestFinished(() => fetched.mockRestore())
  thumbnails.once('gate')
  await expect.poll(() => late.length).toBe(1)
  const text = JSON.stringify(thumbnail)
  late[0]?.write(text.slice(0, 20))
  await expect.poll(() => fetched.mock.settledResults.map(({ type }) => type)).toEqual(['fulfilled'])
  thumbnails.stop()
  late[0]?.end(text.slice(20))
  await expect.poll(() => timers).toEqual([])
  expect(shown).toEqual([])
})
