import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type LookupFunction, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { letSlowAddressesAnswer } from './address-patience.js'

/** Takes nobody until it is told to; the system keeps two callers waiting, and answers no third. */
const sleeper = `
  const server = require('node:net').createServer((socket) => socket.on('error', () => undefined))
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

it('reaches the one address of a name that answers, however slowly, also where the last one does not', async () => {
  letSlowAddressesAnswer()
  const { child, port } = await startSleeper()
  const lookup: LookupFunction = (_name, _options, found) =>
    found(null, [
      { address: '127.0.0.1', family: 4 },
      { address: '127.0.0.2', family: 4 },
    ])
  const sockets: Socket[] = []
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  const dial = () => {
    const socket = connect({ host: 'cloud.example', port, lookup, autoSelectFamily: true })
    sockets.push(socket)
    return socket
  }
  // Until one has to wait: what stands in the queue is answered at once.
  let slow: Socket | null = null
  while (slow === null) {
    const socket = dial()
    const isTaken = await Promise.race([
      once(socket, 'connect').then(() => true),
      new Promise<boolean>((resolve) => setTimeout(resolve, 300, false)),
    ])
    if (!isTaken) slow = socket
  }
  child.stdin?.write('!')
  if (slow.connecting) await once(slow, 'connect')
  expect(slow.remoteAddress).toBe('127.0.0.1')
})
