import { expect, test } from 'vitest'
import { sighting } from './sighting.fixture.js'
import { SightingIntake } from './sighting-intake.js'

test('a repeat is not kept', () => {
  const intake = new SightingIntake()
  const camera = sighting({ address: '10.0.0.5', port: 80, endpoint: 'urn:uuid:1' })
  expect([intake.take(camera), intake.take({ ...camera }), intake.take({ ...camera, model: 'M1' })]).toEqual([
    true,
    false,
    true,
  ])
  expect(intake.sightings).toHaveLength(2)
})

test('one address that makes a new name with each answer leaves room for the others', () => {
  const intake = new SightingIntake()
  for (let n = 0; n < 10_000; n += 1)
    intake.take(sighting({ address: '10.0.0.66', port: 80, endpoint: `urn:${n}` }))
  for (let n = 1; n <= 64; n += 1) intake.take(sighting({ address: `10.0.1.${n}`, port: 80 }))
  expect(intake.sightings.filter(({ address }) => address.startsWith('10.0.1.'))).toHaveLength(64)
  expect(intake.sightings.length).toBeLessThan(200)
})

test('a flood of addresses is bounded', () => {
  const intake = new SightingIntake()
  for (let n = 0; n < 10_000; n += 1)
    intake.take(sighting({ address: `10.${n % 200}.${n % 251}.7`, port: n + 1 }))
  expect(intake.sightings.length).toBeLessThanOrEqual(2048)
})
