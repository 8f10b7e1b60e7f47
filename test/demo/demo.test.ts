import { expect, it } from 'vitest'
import { processesNaming, runProgram } from '../harness/index.js'

it('plays the loop once and leaves nothing running', async () => {
  const ended = await runProgram('test/dist/demo/main.js', { args: ['--once'] })
  expect(ended, ended.output).toMatchObject({ code: 0 })
  expect(ended.output).toMatch(/Pairing code [2-9A-Z]{6}/)
  expect(ended.output).toMatch(/Webhook received, signature valid/)
  expect(ended.output).toMatch(/Clip ready: \d+ s of h264/)
  expect(ended.output).toMatch(/Watch it live: http:\/\/localhost:\d+\/cameras\/[0-9a-f-]{36}\/live/)
  expect(await processesNaming('sightline-demo-')).toEqual([])
}, 180_000)

it('refuses an argument that it does not know', async () => {
  expect(await runProgram('test/dist/demo/main.js', { args: ['--twice'] })).toMatchObject({ code: 2 })
})
