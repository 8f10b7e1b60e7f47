import { useNavigate } from '@tanstack/react-router'
import type { Camera } from '../../api/cameras.js'
import { useClipAt } from '../../api/playback.js'
import { useZoneOf } from '../../api/sites.js'
import { Clip } from '../../pictures/clip.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { momentOf } from '../../time/format.js'
import { useNow } from '../../time/use-now.js'
import { nearestOf } from './nearest.js'

const minuteMs = 60_000

/** What a camera recorded at a moment; where it recorded nothing, that, and when it did nearest. */
export default function TileThen({ camera, at }: { camera: Camera; at: string }) {
  const text = useText().wall.past
  const language = useLanguage()
  const zone = useZoneOf()(camera.id)
  const now = useNow(minuteMs)
  const navigate = useNavigate()
  const { data: clip, isPending, isError } = useClipAt(camera.id, at)
  if (isPending) return null
  if (clip?.covers)
    return (
      <Clip
        src={clip.url}
        poster={null}
        start={clip.offset_sec}
        recordedAt={clip.start_at}
        label={camera.name}
        className="size-full"
      />
    )
  const nearest = clip && nearestOf(clip, at)
  return (
    <div className="flex size-full flex-col items-center justify-center gap-1 px-2 pb-[18px] text-center text-xs">
      <span className="text-sm font-strong">{isError ? text.failed : text.none}</span>
      {nearest && (
        <button
          type="button"
          onClick={() => void navigate({ to: '.', search: (search) => ({ ...search, at: nearest }) })}
          className="min-h-(--target) rounded-1 px-2 text-on-picture-2 underline underline-offset-2"
        >
          {text.nearest(momentOf(new Date(nearest), now, { language, zone }))}
        </button>
      )}
    </div>
  )
}
