import type { SightlinePlayer } from '@sightline/player'
import { useEffect, useMemo, useState } from 'react'
import { type Event, useEventAgain, useEventAnalysis } from '../api/events.js'
import { Button } from '../controls/button.js'
import { useKeys } from '../frame/keys.js'
import { Clip, type ClipPlace } from '../pictures/clip.js'
import { useEventText } from '../text/use-event-text.js'
import { useText } from '../text/use-text.js'
import { Boxes } from './boxes.js'
import { clipMarks } from './clip-marks.js'
import { seenPictures } from './seen-boxes.js'

interface SeenClipProps {
  readonly event: Event
  /** Second of the clip to begin at. */
  readonly start: number | undefined
  /** What the camera is set to record after the end of the cause. */
  readonly postRollSec: number
  readonly onPlayer: ((player: SightlinePlayer | null) => void) | undefined
}

/** The clip of an event with what the model marked, at its moment; the line of the clip says where it looked. */
export function SeenClip({ event, start, postRollSec, onPlayer }: SeenClipProps) {
  const text = useEventText()
  const { keys } = useText()
  const [{ position, duration }, setPlace] = useState<ClipPlace>({ position: 0, duration: 0 })
  const [player, setPlayer] = useState<SightlinePlayer | null>(null)
  const [withBoxes, setWithBoxes] = useState(true)
  const again = useEventAgain(event.id)
  const current = useEventAnalysis(event.id).data?.current
  const seen = useMemo(() => (current ? seenPictures(current) : []), [current])
  const hasBoxes = seen.some(({ boxes }) => boxes.length > 0)
  useKeys(hasBoxes ? { b: { does: keys.boxes, act: () => setWithBoxes(!withBoxes) } } : {})
  const { clip_start_at: from, clip_end_at: to, triggered_at: trigger } = event
  useEffect(() => {
    const marks = clipMarks({ clip_start_at: from, clip_end_at: to, triggered_at: trigger }, postRollSec)
    if (!player || !marks || duration === 0) return
    const looked = seen.map(({ second }) => second / duration)
    player.marks = { ...marks, looked, label: text.bar(looked.length) }
  }, [player, from, to, trigger, postRollSec, seen, duration, text])
  return (
    <>
      <Clip
        src={event.clip_url}
        poster={event.snapshot_url}
        {...(start !== undefined && { start })}
        recordedAt={event.clip_start_at}
        label={event.camera_name}
        onPlace={setPlace}
        onStale={again}
        onPlayer={(made) => {
          setPlayer(made)
          onPlayer?.(made)
        }}
        over={withBoxes && <Boxes pictures={seen} second={position} />}
        className="absolute inset-0 [&>*]:size-full [&>*]:rounded-none"
      />
      {hasBoxes && (
        <Button
          small
          icon="eye"
          hint="B"
          aria-pressed={withBoxes}
          onClick={() => setWithBoxes(!withBoxes)}
          className="absolute top-[10px] right-[10px] border-transparent bg-scrim text-on-picture hover:bg-stage aria-[pressed=false]:opacity-80"
        >
          {withBoxes ? text.boxesOn : text.boxesOff}
        </Button>
      )}
    </>
  )
}
