import { expect, test } from 'vitest'
import { readToCloud, readToGateway } from './frame.js'
import { remedyFor } from './remedy.js'

const id = '019a8f30-0000-7000-8000-000000000001'
const re = '019a8f30-0000-7000-8000-000000000002'

test.each([
  [
    'event.opened that does not fit',
    { type: 'event.opened', seq: 3 },
    { do: 'refuse', seq: 3, code: 'invalid' },
  ],
  ['event.opened without its number', { type: 'event.opened' }, { do: 'close' }],
  [
    'durable type of a later version',
    { type: 'event.x', seq: 3 },
    { do: 'refuse', seq: 3, code: 'unknown_type' },
  ],
  ['type of a later version', { type: 'weather' }, { do: 'drop' }],
  ['request that does not fit', { type: 'upload.begin' }, { do: 'answer', re: id, code: 'invalid' }],
  ['answer that does not fit', { type: 'result', re }, { do: 'settle', re }],
  ['answer to nothing', { type: 'result' }, { do: 'drop' }],
  ['heartbeat that does not fit', { type: 'heartbeat' }, { do: 'drop' }],
  ['frame without an id', { type: 'heartbeat', id: 'x' }, { do: 'close' }],
  ['frame without a type', { type: '' }, { do: 'close' }],
])('the cloud, a %s: %o -> %o', (_what, head, remedy) => {
  const reading = readToCloud(JSON.stringify({ v: 1, id, body: { wrong: true }, ...head }))
  if (reading.kind === 'frame') throw new Error('this should not be read')
  expect(remedyFor(reading)).toEqual(remedy)
})

test.each([
  ['command that does not fit', { type: 'trigger' }, { do: 'answer', re: id, code: 'invalid' }],
  ['command of a later version', { type: 'live' }, { do: 'drop' }],
  ['camera that does not fit', { type: 'camera.set' }, { do: 'drop' }],
])('the gateway, a %s: %o -> %o', (_what, head, remedy) => {
  const reading = readToGateway(JSON.stringify({ v: 1, id, body: { wrong: true }, ...head }))
  if (reading.kind === 'frame') throw new Error('this should not be read')
  expect(remedyFor(reading)).toEqual(remedy)
})

test('what is no JSON closes the connection', () => {
  const reading = readToCloud('{')
  if (reading.kind === 'frame') throw new Error('this should not be read')
  expect(remedyFor(reading)).toEqual({ do: 'close' })
})
