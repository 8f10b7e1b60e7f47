import type { Event } from '../api/events.js'
import type { Text } from '../text/text.js'

/** Why there is no clip to play; null where there is one. */
export function clipSentence(
  text: Text['events'],
  { clip_status: status, clip_url: url, clip_error: error }: Event,
): string | null {
  if (url !== null) return null
  switch (status) {
    case 'recording':
      return text.clip.recording
    case 'uploading':
      return text.clip.uploading
    case 'expired':
      return text.clip.expired
    case 'failed':
      return error === null ? text.clip.failed : text.clip.failedWhy(error)
    case 'ready':
      return text.clip.failed
  }
}
