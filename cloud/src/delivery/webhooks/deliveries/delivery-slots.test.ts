import { expect, it } from 'vitest'
import { DeliverySlots } from './delivery-slots.js'

const delivery = (id: string, webhookId: string, orgId = 'org') => ({ id, webhookId, orgId })

it('counts the slots of webhooks and organisations, and forgets what is given back', () => {
  const slots = new DeliverySlots({ perWebhook: 2, perOrg: 3 })
  slots.take(delivery('1', 'a'))
  slots.take(delivery('2', 'a'))
  slots.take(delivery('3', 'b'))
  expect([...slots.ofWebhooks]).toEqual([
    ['a', 2],
    ['b', 1],
  ])
  expect([...slots.ofOrgs]).toEqual([['org', 3]])
  for (const id of ['1', '2', '3']) slots.release(id)
  expect([slots.ofWebhooks.size, slots.ofOrgs.size]).toEqual([0, 0])
})

it('holds one slot for a delivery that is claimed anew, and releases it once', () => {
  const slots = new DeliverySlots({ perWebhook: 2, perOrg: 3 })
  slots.take(delivery('1', 'a'))
  slots.take(delivery('1', 'a'))
  expect(slots.ofOrgs.get('org')).toBe(1)
  slots.release('1')
  slots.release('1')
  expect(slots.ofOrgs.size).toBe(0)
})
