import { type Event, useEventAgain } from '../api/events.js'
import { Clip } from '../pictures/clip.js'
import { useText } from '../text/use-text.js'
import { clipSentence } from './clip-sentence.js'

/** The clip of an event, or its picture with the reason why there is none to play. */
export function EventClip({ event, start, className }: { event: Event; start?: number; className?: string }) {
  const text = useText().events
  const again = useEventAgain(event.id)
  const reason = clipSentence(text, event)
  return (
    <div className={`on-picture relative overflow-hidden bg-stage text-on-picture ${className ?? ''}`}>
      {event.clip_url === null ? (
        event.snapshot_url !== null && (
          <img src={event.snapshot_url} alt="" className="absolute inset-0 size-full object-contain" />
        )
      ) : (
        <Clip
          src={event.clip_url}
          poster={event.snapshot_url}
          {...(start !== undefined && { start })}
          recordedAt={event.clip_start_at}
          label={event.camera_name}
          onStale={again}
          className="absolute inset-0 [&>*]:size-full"
        />
      )}
      {reason !== null && <p className="absolute inset-x-0 bottom-0 bg-scrim px-3 py-2 text-md">{reason}</p>}
    </div>
  )
}
