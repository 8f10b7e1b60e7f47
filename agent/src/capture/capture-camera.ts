import { type FileHandle, open } from 'node:fs/promises'
import { AgentError, codeOf } from '../platform/errors.js'
import { agentVersion } from '../platform/version.js'
import { parseRtspUrl } from '../rtsp/parse-rtsp-url.js'
import { asStreamFailure, StreamFailure } from '../rtsp/stream-failure.js'
import { receiveStream, type StreamDeps } from '../streams/receive-stream.js'
import type { StreamEndpoint } from '../streams/stream-endpoint.js'
import { CaptureRecorder } from './capture-recorder.js'
import { accountWords } from './without-secrets.js'

/** Packets are kept for so long, ms. */
const capturedMs = 10_000
/** A camera that sends nothing is waited for, ms. */
const firstPacketMs = 20_000

/**
 * Connects to a stream of its own accord and writes the dialogue and the packets of ten seconds to a new file, without
 * credentials and addresses. A camera that refuses is captured as well: how it refuses is what one wants to see.
 * @returns why the camera could not be received, or null if it was
 * @throws AgentError `usage` if the file is there already, `storage` if it cannot be written
 */
export async function captureStream(
  endpoint: StreamEndpoint,
  file: string,
  deps: StreamDeps,
  signal: AbortSignal,
): Promise<StreamFailure | null> {
  const output = await openNew(file)
  const { address, credentials: typed } = parseRtspUrl(endpoint.url)
  const { username = '', password = '' } = endpoint.credentials ?? typed ?? {}
  const words = accountWords({ username, password })
  const recorder = new CaptureRecorder(agentVersion, { hosts: [address.host], words }, deps.clock)
  const over = new AbortController()
  let cancel = deps.clock.after(firstPacketMs, () => over.abort(noPicture()))
  let hasFlowed = false
  const sink = {
    packet: () => {
      if (hasFlowed) return
      hasFlowed = true
      cancel()
      cancel = deps.clock.after(capturedMs, () => over.abort(new Error('ten seconds are captured')))
    },
    runEnded: () => undefined,
    awaitsKeyframe: () => undefined,
  }
  const receiving = receiveStream(
    {
      endpoint,
      deps,
      sink,
      tap: recorder,
      nextRunId: () => 0,
      onPlaying: () => undefined,
    },
    AbortSignal.any([signal, over.signal]),
  )
  try {
    const reason = await receiving.catch((error: unknown) =>
      over.signal.aborted ? causeOf(over.signal) : asStreamFailure(error),
    )
    signal.throwIfAborted()
    recorder.ended(reason.message)
    await output.writeFile(recorder.text())
    return reason instanceof StreamFailure ? reason : null
  } finally {
    cancel()
    await output.close()
  }
}

function causeOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}

function noPicture(): StreamFailure {
  return new StreamFailure(
    'timeout',
    `the camera sent no picture within ${firstPacketMs / 1000} s: restart it, or shorten its keyframe interval`,
  )
}

/** Never something that is there already, and readable by its owner only: it will hold pictures. */
async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600)
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST')
      throw new AgentError('usage', `${file} is there already`, { hint: 'Name a new file.', cause })
    throw new AgentError('storage', `${file} cannot be written`, { hint: 'Choose another folder.', cause })
  }
}
