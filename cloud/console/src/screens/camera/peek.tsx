import { useEffect, useState } from 'react'
import { useClipPreview } from '../../api/camera.js'
import { KindMark } from '../../events/kind-mark.js'
import { useCameraText } from '../../text/use-camera-text.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { clockTime, durationOf } from '../../time/format.js'
import type { Footage } from '../../timeline/clips.js'
import type { Happening } from '../../timeline/happening.js'
import { frameAt } from '../../timeline/preview.js'
import { happeningTitle } from '../../timeline/words.js'

interface PeekProps {
  readonly at: number
  /** The event at the pointer; null: none is near. */
  readonly happening: Happening | null
  readonly footage: Footage
  readonly zone: string
}

/** Px of the picture. */
const width = 176
const restMs = 120

/** What was at the moment under the pointer: the picture of its event at once, out of the clip when the hand rests. */
export function Peek({ at, happening, footage, zone }: PeekProps) {
  const text = useCameraText()
  const { events } = useText()
  const language = useLanguage()
  const time = clockTime(new Date(at), { language, zone }, true)
  return (
    <div className="w-[186px] overflow-hidden rounded-3 bg-surface-3 p-[5px] shadow-2" data-peek="">
      {happening && <PeekPicture key={happening.id} happening={happening} at={at} />}
      <div className="flex items-center gap-[6px] px-[3px] pt-[4px] text-xs">
        {happening && <KindMark kind={happening.kind} />}
        <span className="font-strong">{time}</span>
        <span className="truncate text-ink-2">
          {happening
            ? `${happeningTitle(events, happening)} · ${durationOf((happening.to - happening.from) / 1000, language)}`
            : text.footage[footage]}
        </span>
      </div>
    </div>
  )
}

function PeekPicture({ happening, at }: { happening: Happening; at: number }) {
  const [hasRested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restMs)
    return () => clearTimeout(timer)
  }, [])
  const { data: preview } = useClipPreview(hasRested && happening.clip === 'ready' ? happening.id : null)
  if (preview) {
    const frame = frameAt(preview, (at - happening.from) / 1000)
    const scale = Math.min(width / frame.width, 132 / frame.height)
    const columns = preview.columns
    return (
      <div className="grid place-items-center rounded-1 bg-stage">
        <div
          data-frame={`${frame.x} ${frame.y}`}
          style={{
            width: frame.width * scale,
            height: frame.height * scale,
            backgroundImage: `url("${preview.url}")`,
            backgroundSize: `${columns * frame.width * scale}px auto`,
            backgroundPosition: `${-frame.x * scale}px ${-frame.y * scale}px`,
          }}
        />
      </div>
    )
  }
  if (happening.snapshot === null) return null
  return (
    <img src={happening.snapshot} alt="" className="aspect-video w-full rounded-1 bg-stage object-contain" />
  )
}
