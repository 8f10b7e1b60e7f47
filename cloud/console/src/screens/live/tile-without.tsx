import type { Camera } from '../../api/cameras.js'
import { useThumbnail } from '../../api/playback.js'
import { useZoneOf } from '../../api/sites.js'
import { AddressLink } from '../../frame/address-link.js'
import { useLanguage, useText } from '../../text/use-text.js'
import { momentOf } from '../../time/format.js'
import { useNow } from '../../time/use-now.js'
import { useWhyText } from './use-why-text.js'

const minuteMs = 60_000

/** A camera of which nothing comes: why, in three words, the last picture in grey with its time, and the way to the remedy. */
export default function TileWithout({ camera }: { camera: Camera }) {
  const text = useText().wall
  const faults = useWhyText()
  const language = useLanguage()
  const zone = useZoneOf()(camera.id)
  const now = useNow(minuteMs)
  const last = useThumbnail(camera.id).data
  const time = last && momentOf(new Date(last.taken_at), now, { language, zone })
  const { fault, status } = camera
  const why = fault !== null && status === 'error' ? faults[fault] : text.status[status]
  return (
    <>
      {last && (
        <img
          src={last.url}
          alt=""
          className="absolute inset-0 size-full object-contain brightness-[0.45] grayscale"
        />
      )}
      <AddressLink
        href={`/cameras/${camera.id}`}
        className="absolute inset-0 flex flex-col items-center justify-center gap-px px-2 pb-[18px] text-center text-xs"
      >
        <span className="rounded-1 bg-scrim px-[7px] py-[2px] text-sm font-strong">{why}</span>
        <span className="rounded-1 bg-scrim px-[7px] py-[2px] text-on-picture-2">
          {time ? text.lastPicture(time) : text.noPictureYet}
        </span>
      </AddressLink>
    </>
  )
}
