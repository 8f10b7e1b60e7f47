import { expect, it } from 'vitest'
import { readMessage } from '../../worker/shown-message.js'

const message = {
  kind: 'alert',
  title: 'Night watch',
  source: 'Gate',
  severity: 'high',
  count: 1,
  address: '/alerts/1',
  tag: 'group',
}
const read = (change: object) => readMessage(JSON.stringify({ ...message, ...change }))

it('says rule, camera and severity in the language of the browser, and how many there are by now', () => {
  expect(read({})).toEqual({ title: 'Night watch', body: 'Gate · High', tag: 'group', address: '/alerts/1' })
  expect(read({ language: 'de', count: 5 }).body).toBe('Gate · Hoch · 5 Alarme')
  expect(read({ source: null, severity: 'odd' }).body).toBe('')
  expect(read({ kind: 'test', title: '' })).toMatchObject({ title: 'Test' })
  expect(read({ kind: 'test', title: 'Night watch', language: 'de' }).title).toBe('Test von Night watch')
})

it.each(['', 'no json', 'null', '[]', '"text"', '{}'])('shows something of %j', (text) => {
  expect(readMessage(text)).toMatchObject({ title: expect.stringMatching(/./), address: '/alerts' })
})

it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 7, null])(
  'leads nowhere else by %j',
  (address) => {
    expect(read({ address }).address).toBe('/alerts')
  },
)
