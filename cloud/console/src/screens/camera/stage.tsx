import type { SightlinePlayer } from '@sightline/player'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { Button } from '../../controls/button.js'
import { CameraPicture } from '../../pictures/camera-picture.js'
import { useCameraText } from '../../text/use-camera-text.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { durationOf } from '../../time/format.js'
import type { Arrival } from '../../timeline/clips.js'
import { useTimeWords } from './timeline-panel.js'
import type { Playback } from './use-playback.js'

interface StageProps {
  readonly cameraId: string
  readonly name: string
  readonly zone: string
  readonly playback: Playback
  readonly player: RefObject<SightlinePlayer | null>
  /** Nothing is live of a camera that was deleted. */
  readonly hasLive: boolean
  /** Null: the day that is looked at is today. */
  readonly onNextDay: (() => void) | null
  readonly isLooking: boolean
}

/** The picture: live, or what was recorded at the moment that somebody went to; else why there is none. */
export function Stage({ cameraId, name, zone, playback, player, hasLive, onNextDay, isLooking }: StageProps) {
  const text = useCameraText()
  const { events, frame } = useText()
  const { arrival, source, position } = playback
  const at = usePosition(position)
  const timeWords = useTimeWords(zone)
  const isShown = hasLive || source.kind !== 'live'
  return (
    <section
      aria-label={text.picture}
      className="on-picture relative min-h-0 overflow-hidden bg-stage text-on-picture max-wide:aspect-video max-wide:flex-none wide:mt-[10px] wide:mb-[10px] wide:ml-3 wide:flex-1 wide:rounded-3"
    >
      {isShown && (
        <CameraPicture
          cameraId={cameraId}
          label={name}
          source={source}
          onEnded={playback.onEnded}
          onStale={playback.again}
          player={player}
          className={`absolute inset-0 [&>*]:size-full ${source.kind === 'none' ? 'invisible' : ''}`}
        />
      )}
      {!isShown && <Said picture={null}>{text.deleted}</Said>}
      {at !== null && (
        <span
          data-moment={new Date(at).toISOString()}
          className="pointer-events-none absolute top-[10px] right-[10px] rounded-full bg-scrim px-[10px] py-[3px] font-strong"
        >
          {timeWords(at)}
        </span>
      )}
      {arrival?.kind === 'clip' && <Later key={playback.visit} arrival={arrival} />}
      {arrival?.kind === 'no-clip' && (
        <Said picture={arrival.happening.snapshot}>{noClip(events, arrival.happening.clip)}</Said>
      )}
      {arrival?.kind === 'nothing' && (
        <Said picture={null}>
          {onNextDay ? text.nothingAfter : text.nothingYet}
          {onNextDay && (
            <Button small onClick={onNextDay}>
              {text.nextDay}
            </Button>
          )}
        </Said>
      )}
      {playback.isClipFailed && (
        <Said picture={arrival?.kind === 'clip' ? arrival.happening.snapshot : null}>
          {text.clipFailed}
          <Button small onClick={playback.again}>
            {frame.tryAgain}
          </Button>
        </Said>
      )}
      {isLooking && (
        <p className="appear-late absolute inset-0 grid place-items-center text-on-picture-2">
          {text.looking}
        </p>
      )}
    </section>
  )
}

function noClip(text: ReturnType<typeof useText>['events'], status: string): string {
  switch (status) {
    case 'recording':
      return text.clip.recording
    case 'uploading':
      return text.clip.uploading
    case 'expired':
      return text.clip.expired
    default:
      return text.clip.failed
  }
}

/** A sentence in place of a picture, over the last one that there is. */
function Said({ picture, children }: { picture: string | null; children: ReactNode }) {
  return (
    <div role="status" className="absolute inset-0 grid place-items-center">
      {picture !== null && (
        <img
          src={picture}
          alt=""
          className="absolute inset-0 size-full object-contain opacity-70 grayscale"
        />
      )}
      <p className="relative flex max-w-[40ch] flex-col items-center gap-3 rounded-3 bg-scrim px-4 py-3 text-center text-md">
        {children}
      </p>
    </div>
  )
}

const laterShownMs = 5000
/** A gap so short is none that anybody would wonder about. */
const leastLaterMs = 2000

/** That nothing was recorded in between, for some seconds. */
function Later({ arrival: { laterMs } }: { arrival: Extract<Arrival, { kind: 'clip' }> }) {
  const text = useCameraText()
  const language = useLanguage()
  const [isShown, setShown] = useState(laterMs >= leastLaterMs)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), laterShownMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-0 top-[48px] flex justify-center empty:hidden"
    >
      {isShown && (
        <span className="rounded-full bg-scrim px-3 py-1 font-strong">
          {text.later(durationOf(roughly(laterMs / 1000), language))}
        </span>
      )}
    </p>
  )
}

/** Beyond ten minutes nobody counts seconds. */
const roughly = (seconds: number): number => (seconds > 600 ? Math.round(seconds / 60) * 60 : seconds)

const pollIntervalMs = 250

/** The moment of the picture, to the second. */
function usePosition(position: () => number | null): number | null {
  const [at, setAt] = useState(position)
  useEffect(() => {
    const look = () => setAt(wholeSecond(position()))
    look()
    const timer = setInterval(look, pollIntervalMs)
    return () => clearInterval(timer)
  }, [position])
  return at
}

const wholeSecond = (at: number | null): number | null => at && Math.floor(at / 1000) * 1000
