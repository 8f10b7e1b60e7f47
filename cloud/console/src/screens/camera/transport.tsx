import type { SightlinePlayer } from '@sightline/player'
import { type RefObject, useEffect, useState } from 'react'
import { Button, IconButton } from '../../controls/button.js'
import { useCameraText } from '../../text/use-camera-text.js'
import { happeningBeside } from '../../timeline/clips.js'
import type { Happening } from '../../timeline/happening.js'

interface TransportProps {
  readonly player: RefObject<SightlinePlayer | null>
  /** What is shown is not live. */
  readonly isRecorded: boolean
  /** By their beginning. */
  readonly happenings: readonly Happening[]
  readonly position: () => number
  readonly goTo: (at: number) => void
  readonly onStep: (ms: number) => void
  /** Null: there is nothing live. */
  readonly onLive: (() => void) | null
}

const pollIntervalMs = 250

/** Playing, and going on and back: by seconds, by events, and to the live picture. */
export function Transport({
  player,
  isRecorded,
  happenings,
  position,
  goTo,
  onStep,
  onLive,
}: TransportProps) {
  const text = useCameraText()
  const isPlaying = useIsPlaying(player)
  const toEvent = (direction: 1 | -1) => {
    const beside = happeningBeside(position(), happenings, direction)
    if (beside) goTo(beside.from)
  }
  const toggle = () => {
    if (player.current?.paused) player.current.play()
    else player.current?.stop()
  }
  return (
    <div className="flex flex-none flex-wrap items-center justify-center gap-2 pb-2 max-wide:py-2">
      <IconButton look="plain" icon="step-back" label={text.eventBefore} onClick={() => toEvent(-1)} />
      <Button small onClick={() => onStep(-5000)} title={text.back5}>
        −5 s
      </Button>
      <IconButton
        look="plain"
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? text.pause : text.play}
        onClick={toggle}
      />
      <Button small onClick={() => onStep(5000)} disabled={!isRecorded} title={text.on5}>
        +5 s
      </Button>
      <IconButton
        look="plain"
        icon="step-on"
        label={text.eventNext}
        disabled={!isRecorded}
        onClick={() => toEvent(1)}
      />
      {onLive && isRecorded && (
        <Button look="main" small icon="live" hint="L" onClick={onLive}>
          {text.backToLive}
        </Button>
      )}
    </div>
  )
}

function useIsPlaying(player: RefObject<SightlinePlayer | null>): boolean {
  const [isPlaying, setPlaying] = useState(true)
  useEffect(() => {
    const timer = setInterval(() => setPlaying(player.current?.paused === false), pollIntervalMs)
    return () => clearInterval(timer)
  }, [player])
  return isPlaying
}
