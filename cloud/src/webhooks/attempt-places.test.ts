import { expect, it } from 'vitest'
import { AttemptPlaces } from './attempt-places.js'

const delivery = (id: string, webhookId: string, orgId = 'org') => ({ id, webhookId, orgId })

it('counts the places of webhooks and organisations, and forgets what is given back', () => {
  const places = new AttemptPlaces({ perWebhook: 2, perOrg: 3 })
  places.take(delivery('1', 'a'))
  places.take(delivery('2', 'a'))
  places.take(delivery('3', 'b'))
  expect([...places.ofWebhooks]).toEqual([
    ['a', 2],
    ['b', 1],
  ])
  expect([...places.ofOrgs]).toEqual([['org', 3]])
  for (const id of ['1', '2', '3']) places.release(id)
  expect([places.ofWebhooks.size, places.ofOrgs.size]).toEqual([0, 0])
})

it('holds one place for a delivery that is claimed anew, and releases it once', () => {
  const places = new AttemptPlaces({ perWebhook: 2, perOrg: 3 })
  places.take(delivery('1', 'a'))
  places.take(delivery('1', 'a'))
  expect(places.ofOrgs.get('org')).toBe(1)
  places.release('1')
  places.release('1')
  expect(places.ofOrgs.size).toBe(0)
})
