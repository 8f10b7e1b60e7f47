import type { StreamFacts } from '../stream/stream-facts.js'
import type { CameraStatus } from '../streams/camera-status.js'

/** How a camera is, in a sentence for the page of its preview. */
export function previewState(status: CameraStatus, facts: StreamFacts | null): string {
  if (status.state === 'online')
    return facts === null ? 'On line.' : `On line: ${facts.codec}, ${facts.width}x${facts.height}.`
  const state = status.state.replaceAll('_', ' ')
  const named = `${state.charAt(0).toUpperCase()}${state.slice(1)}`
  return status.message === null ? `${named}.` : `${named}: ${status.message}.`
}
