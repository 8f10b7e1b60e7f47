import { expect, test } from 'vitest'
import { whatNext } from './pair.js'

test('says how the gateway is started', () => {
  const said = whatNext('/data', { isRunning: false, hint: ' --data-dir /data' }).join('\n')
  expect(said).toContain('agent run --data-dir /data')
  expect(said).toContain('agent service install --data-dir /data')
})

test('says that an agent which runs with the former key has to be restarted', () => {
  const said = whatNext('/data', { isRunning: true, hint: '' }).join('\n')
  expect(said).toContain('systemctl restart')
  expect(said).not.toContain('service install')
})
