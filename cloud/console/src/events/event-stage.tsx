import type { SightlinePlayer } from '@sightline/player'
import { useCameras } from '../api/cameras.js'
import type { Event } from '../api/events.js'
import { LivePicture } from '../pictures/live-picture.js'
import { useEventText } from '../text/use-event-text.js'
import { useText } from '../text/use-text.js'
import { clipSentence } from './clip-sentence.js'
import { SeenClip } from './seen-clip.js'

interface EventStageProps {
  readonly event: Event
  /** Second of the clip to begin at. */
  readonly start?: number | undefined
  readonly onPlayer?: (player: SightlinePlayer | null) => void
  readonly className?: string
}

/**
 * The picture of an event: its clip with what the model marked, the camera as it is now while it is recorded, or the
 * snapshot with the reason why there is nothing to play.
 */
export function EventStage({ event, start, onPlayer, className = '' }: EventStageProps) {
  const text = useEventText()
  const { events: list } = useText()
  const camera = useCameras(null).data?.find(({ id }) => id === event.camera_id)
  const reason = clipSentence(list, event)
  const isLive = event.clip_status === 'recording' && camera !== undefined
  return (
    <div className={`on-picture relative flex-none overflow-hidden bg-stage text-on-picture ${className}`}>
      {event.clip_url !== null && (
        <SeenClip
          event={event}
          start={start}
          postRollSec={camera?.post_event_buffer_sec ?? 0}
          onPlayer={onPlayer}
        />
      )}
      {isLive && (
        <LivePicture
          cameraId={camera.id}
          label={camera.name}
          stream="main"
          mode="full"
          className="absolute inset-0 [&>*]:size-full [&>*]:rounded-none"
        />
      )}
      {event.clip_url === null && !isLive && event.snapshot_url !== null && (
        <img
          src={event.snapshot_url}
          alt={text.snapshot}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      {reason !== null && (
        <p role="status" className="absolute inset-x-0 bottom-0 bg-scrim px-3 py-2 text-md">
          {isLive ? text.recordingLive : reason}
        </p>
      )}
    </div>
  )
}
