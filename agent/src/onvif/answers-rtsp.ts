import { connect } from 'node:net'
import type { Clock } from '../platform/clock.js'

const patienceMs = 2000

/**
 * Whether something at the port speaks RTSP: OPTIONS needs no account and no stream (RFC 2326, section 10.1).
 * @param address IP literal that was checked
 */
export function answersRtsp(
  address: string,
  port: number,
  { clock }: { readonly clock: Clock },
  signal: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port })
    const end = (does: boolean): void => {
      cancel()
      signal.removeEventListener('abort', onAbort)
      socket.destroy()
      resolve(does)
    }
    const onAbort = (): void => end(false)
    const cancel = clock.after(patienceMs, () => end(false))
    signal.addEventListener('abort', onAbort, { once: true })
    socket.on('connect', () => socket.write('OPTIONS * RTSP/1.0\r\nCSeq: 1\r\nUser-Agent: Sightline\r\n\r\n'))
    socket.on('data', (bytes) => end(bytes.toString('latin1').startsWith('RTSP/')))
    socket.on('error', () => end(false))
    socket.on('close', () => end(false))
    if (signal.aborted) end(false)
  })
}
