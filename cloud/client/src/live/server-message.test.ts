import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readServerMessage } from './server-message.js'

const examples = fileURLToPath(new URL('../../../../protocol/src/examples/live/to-viewer/', import.meta.url))
const good = readdirSync(examples).filter((file) => file.endsWith('.good.json'))

test.each(good)('%s of the protocol is read', (file) => {
  const text = readFileSync(`${examples}${file}`, 'utf8')
  expect(readServerMessage(text)).toMatchObject({ type: file.split('.')[0] })
})

test('what is not known, or is no message, is nothing', () => {
  const format = { type: 'format', id: 1, stream: 'main', mode: 'full', rendition: 'source', codec: 'avc1' }
  for (const text of ['', '[]', 'null', '{"type":"newer"}', '{"type":"moving"}', JSON.stringify(format)])
    expect(readServerMessage(text)).toBeNull()
  const bad = { ...format, width: 1, height: 1, description: '!', audio: null }
  expect(readServerMessage(JSON.stringify(bad))).toBeNull()
  expect(readServerMessage(JSON.stringify({ ...bad, description: 'AU1A' }))).not.toBeNull()
})
