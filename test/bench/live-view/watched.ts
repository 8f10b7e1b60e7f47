import { WebSocket } from 'ws'
import type { Opening, Received } from './reception.js'

/** A camera of the service, watched with a key. */
export interface ServedCamera {
  readonly kind: 'camera'
  readonly origin: string
  readonly key: string
  readonly cameraId: string
  /** Certificate of the other side, PEM, if it speaks TLS. */
  readonly ca?: string | undefined
}

/** What a bare relay sends to everybody. */
export interface BareStream {
  readonly kind: 'bare'
  readonly address: string
  readonly ca?: string | undefined
}

export type Watched = ServedCamera | BareStream

export interface LightViewer {
  /** Resolves at the live edge. Rejects if the watching ends before that. */
  readonly opened: Promise<Opening>
  /** What has come since this was asked for last. @throws Error if it watches no more */
  received(): Received
  /** Reads and acknowledges nothing any more, as a laptop that sleeps. */
  freeze(): void
  close(): Promise<void>
}

/** Ends a socket; one that is not read is not waited for. */
export function endSocket(socket: WebSocket): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return Promise.resolve()
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  if (socket.isPaused) socket.terminate()
  else socket.close()
  return closed
}
