import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { parseNetwork } from './address-guard.js'
import { letSlowAddressesAnswer } from './address-patience.js'
import { OutboundHttp } from './outbound-http.js'

/** Takes nobody until it is told to, and hangs up then; the system keeps two callers waiting, and answers no third. */
const sleeper = `
  const server = require('node:net').createServer((socket) => socket.on('error', () => undefined).destroy())
  server.listen(0, '127.0.0.1', 1, () => {
    process.stdout.write(String(server.address().port))
    setTimeout(() => require('node:fs').readSync(0, Buffer.alloc(1)), 50)
  })`

async function startSleeper(): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = spawn(process.execPath, ['--eval', sleeper], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said] = await once(child.stdout, 'data')
  return { child, port: Number(String(said)) }
}

const passed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

it('reaches the one address of a receiver that answers, however slowly, also where the last one does not', async () => {
  letSlowAddressesAnswer()
  const { child, port } = await startSleeper()
  await using outbound = new OutboundHttp({
    allowed: [parseNetwork('127.0.0.0/8')],
    resolve: async () => ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })),
  })
  // More than the system keeps waiting: some of them are not answered until it is awake.
  const outcomes = Array.from({ length: 4 }, () =>
    outbound.post(`https://receiver.example:${port}/`, {}, '{}'),
  )
  // Longer than Node would wait for it.
  await passed(400)
  child.stdin?.write('!')
  // It was connected to, and hung up. At the other address nobody listens: the stage would be `connect`.
  for (const outcome of await Promise.all(outcomes))
    expect(outcome).toMatchObject({ kind: 'failed', stage: 'answer' })
})
