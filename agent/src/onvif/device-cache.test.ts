import { expect, test } from 'vitest'
import { DeviceCache, inTurn } from './device-cache.js'

const never = new AbortController().signal

function gate() {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

test('a device is asked one thing at a time, also by several, and a failure holds up nobody', async () => {
  const memory = new DeviceCache()
  const order: string[] = []
  const first = gate()
  const slow = inTurn(
    memory.of('Camera', 80),
    async () => {
      order.push('first begins')
      await first.opened
      order.push('first ends')
      throw new Error('no')
    },
    never,
  )
  const next = inTurn(memory.of('camera', 80), () => Promise.resolve(order.push('second')), never)
  const other = inTurn(memory.of('camera', 8000), () => Promise.resolve(order.push('another device')), never)
  await other
  first.open()
  await expect(slow).rejects.toThrow('no')
  await next
  expect(order).toEqual(['first begins', 'another device', 'first ends', 'second'])
})

test('who is not wanted any more stops waiting at once, and asks nothing later', async () => {
  const device = new DeviceCache().of('camera', 80)
  const [first, life] = [gate(), new AbortController()]
  const slow = inTurn(device, () => first.opened, never)
  let asked = false
  const waiting = inTurn(
    device,
    () => {
      asked = true
      return Promise.resolve()
    },
    life.signal,
  )
  life.abort(new Error('the agent stops'))
  await expect(waiting).rejects.toThrow('the agent stops')
  first.open()
  await slow
  await inTurn(device, () => Promise.resolve(), never)
  expect(asked).toBe(false)
})

test('devices are forgotten beyond a bound, the longest unused first', () => {
  const memory = new DeviceCache()
  memory.of('first', 80).login = 'ws-text'
  memory.of('used', 80).login = 'ws-digest'
  for (let number = 0; number < 999; number += 1) {
    memory.of(`camera-${number}`, 80)
    memory.of('used', 80)
  }
  expect([memory.of('used', 80).login, memory.of('first', 80).login]).toEqual(['ws-digest', null])
})
