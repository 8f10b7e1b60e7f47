import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { RequestSlots, SlotsFull } from './request-slots.js'

const caps = { perOrg: 2, perEndpoint: 3, waitingPerOrg: 3 }
const never = new AbortController().signal

/** Takes slots and remembers who got one, in order. */
function desk(slots: RequestSlots) {
  const admitted: string[] = []
  const back = new Map<string, () => void>()
  const take = (name: string, orgId: string, { endpoint = 'shared', urgent = false, signal = never } = {}) =>
    slots.take({ orgId, endpoint, urgent }, signal).then((giveBack) => {
      admitted.push(name)
      back.set(name, giveBack)
    })
  const leave = async (name: string) => {
    back.get(name)?.()
    await turn()
  }
  return { admitted, take, leave }
}

test('an organisation has so many slots, and so has an endpoint', async () => {
  const slots = new RequestSlots(caps)
  const { admitted, take } = desk(slots)
  await Promise.all([take('a1', 'a'), take('a2', 'a')])
  void take('a3', 'a')
  await take('b1', 'b')
  void take('b2', 'b')
  await turn()
  expect(admitted).toEqual(['a1', 'a2', 'b1'])
  // Another endpoint is not concerned.
  await take('b3', 'b', { endpoint: 'own' })
  expect([slots.running, slots.waiting]).toEqual([4, 2])
})

test('who waits comes in turn, organisation by organisation, however much each asks', async () => {
  const slots = new RequestSlots({ perOrg: 5, perEndpoint: 1, waitingPerOrg: 10 })
  const { admitted, take, leave } = desk(slots)
  await take('first', 'a')
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void take(name, name.slice(0, 1))
  for (const name of ['first', 'a1', 'b1', 'c1', 'a2', 'b2']) await leave(name)
  expect(admitted).toEqual(['first', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('an endpoint that hangs keeps neither others nor the other endpoints of its organisation waiting', async () => {
  const slots = new RequestSlots({ perOrg: 3, perEndpoint: 2, waitingPerOrg: 10 })
  const { admitted, take } = desk(slots)
  await Promise.all([take('h1', 'a', { endpoint: 'hangs' }), take('h2', 'a', { endpoint: 'hangs' })])
  void take('h3', 'a', { endpoint: 'hangs' })
  await Promise.all([take('own', 'a', { endpoint: 'works' }), take('other', 'b', { endpoint: 'works' })])
  expect(admitted.toSorted()).toEqual(['h1', 'h2', 'other', 'own'])
})

test('what somebody waits for at a screen goes first within its organisation', async () => {
  const slots = new RequestSlots({ perOrg: 1, perEndpoint: 9, waitingPerOrg: 9 })
  const { admitted, take, leave } = desk(slots)
  await take('a1', 'a')
  void take('a2', 'a')
  void take('chat', 'a', { urgent: true })
  void take('chat2', 'a', { urgent: true })
  for (const name of ['a1', 'chat', 'chat2']) await leave(name)
  expect(admitted).toEqual(['a1', 'chat', 'chat2', 'a2'])
})

test('too many that wait are refused, those who give up leave no trace', async () => {
  const slots = new RequestSlots(caps)
  const { admitted, take, leave } = desk(slots)
  await Promise.all([take('a1', 'a'), take('a2', 'a')])
  const stop = new AbortController()
  const waits = ['a3', 'a4', 'a5'].map((name) => take(name, 'a', { signal: stop.signal }))
  await expect(take('a6', 'a')).rejects.toThrow(SlotsFull)
  await take('b1', 'b')
  stop.abort(new Error('enough'))
  for (const wait of waits) await expect(wait).rejects.toThrow('enough')
  await expect(take('late', 'a', { signal: stop.signal })).rejects.toThrow('enough')
  expect(slots.waiting).toBe(0)
  for (const name of admitted) await leave(name)
  expect(slots.running).toBe(0)
})
