import { bytesOf, Fields } from '../platform/fields.js'

export type StreamRole = 'main' | 'sub'
export type LiveMode = 'full' | 'keys'
export type Decodable = 'h264' | 'h265' | 'mpeg1'

export interface AudioFormat {
  readonly codec: 'aac' | 'pcma' | 'pcmu'
  /** Hz. */
  readonly sampleRate: number
  readonly channels: number
  /** AudioSpecificConfig of AAC. */
  readonly config: Uint8Array<ArrayBuffer> | null
}

/** What the media frames of a subscription are from here on. */
export interface Format {
  readonly rendition: 'source' | 'mpeg1' | 'jpeg'
  readonly codec: string
  /** avcC or hvcC. */
  readonly description: Uint8Array<ArrayBuffer> | null
  readonly width: number
  readonly height: number
  readonly audio: AudioFormat | null
  readonly stream: StreamRole
  readonly mode: LiveMode
}

export interface ServerState {
  readonly state: 'starting' | 'live' | 'behind' | 'stalled'
  readonly stream: StreamRole
  readonly reason: string | null
  readonly message: string | null
}

export interface Ended {
  readonly code: number
  readonly reason: string | null
  readonly message: string
  readonly retryAfterMs: number | null
}

/** What the cloud says to a viewer (docs/protocol.md, 20), read. */
export type ServerMessage =
  | { readonly type: 'welcome'; readonly serverTimeMs: number; readonly expiresAtMs: number | null }
  | { readonly type: 'format'; readonly id: number; readonly format: Format }
  | { readonly type: 'state'; readonly id: number; readonly state: ServerState }
  | { readonly type: 'ended'; readonly id: number; readonly ended: Ended }
  | { readonly type: 'renewed'; readonly expiresAtMs: number }
  | { readonly type: 'moving'; readonly leftMs: number }
  /** It says so where nothing else is to be said. */
  | { readonly type: 'alive' }

/** Reads a text message. @returns null for one that is not known: a newer cloud says more than an older page knows */
export function readServerMessage(text: string): ServerMessage | null {
  try {
    return read(new Fields(JSON.parse(text)))
  } catch {
    return null
  }
}

function read(from: Fields): ServerMessage | null {
  const type = from.string('type')
  switch (type) {
    case 'welcome':
      return {
        type,
        serverTimeMs: from.time('server_time'),
        expiresAtMs: from.optional('expires_at', (name) => from.time(name)),
      }
    case 'format':
      return { type, id: from.number('id'), format: readFormat(from) }
    case 'state':
      return { type, id: from.number('id'), state: readState(from) }
    case 'ended':
      return { type, id: from.number('id'), ended: readEnded(from) }
    case 'renewed':
      return { type, expiresAtMs: from.time('expires_at') }
    case 'moving':
      return { type, leftMs: from.number('left_ms') }
    case 'alive':
      return { type }
    default:
      return null
  }
}

function readFormat(from: Fields): Format {
  return {
    rendition: from.word('rendition', ['source', 'mpeg1', 'jpeg']),
    codec: from.string('codec'),
    description: from.optional('description', (name) => bytesOf(from.string(name))),
    width: from.number('width'),
    height: from.number('height'),
    audio: from.optional('audio', (name) => readAudio(from.inner(name))),
    stream: from.word('stream', ['main', 'sub']),
    mode: from.word('mode', ['full', 'keys']),
  }
}

function readAudio(from: Fields): AudioFormat {
  return {
    codec: from.word('codec', ['aac', 'pcma', 'pcmu']),
    sampleRate: from.number('sample_rate'),
    channels: from.number('channels'),
    config: from.optional('config', (name) => bytesOf(from.string(name))),
  }
}

function readState(from: Fields): ServerState {
  return {
    state: from.word('state', ['starting', 'live', 'behind', 'stalled']),
    stream: from.word('stream', ['main', 'sub']),
    reason: from.optional('reason', (name) => from.string(name)),
    message: from.optional('message', (name) => from.string(name)),
  }
}

function readEnded(from: Fields): Ended {
  return {
    code: from.number('code'),
    reason: from.optional('reason', (name) => from.string(name)),
    message: from.string('message'),
    retryAfterMs: from.optional('retry_after_ms', (name) => from.number(name)),
  }
}
