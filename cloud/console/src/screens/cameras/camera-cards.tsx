import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Camera } from '../../api/cameras.js'
import { CameraState } from '../../cameras/camera-state.js'
import { NewestPicture } from '../../cameras/newest-picture.js'
import { useRows } from '../../frame/use-rows.js'
import { useSize } from '../../frame/use-size.js'
import { useCamerasText } from './use-cameras-text.js'

interface CardsProps {
  readonly cameras: readonly Camera[]
  readonly siteOf: (camera: Camera) => string
  /** Pictures beside each other; else a list. */
  readonly isGrid: boolean
}

const rowPx = 64
/** A picture is at least so wide, px. */
const leastPx = 240
const captionPx = 58

/** Cameras of which only those in view are in the page: there may be a thousand. */
export function CameraCards({ cameras, siteOf, isGrid }: CardsProps) {
  const text = useCamerasText()
  const scroller = useRef<HTMLDivElement>(null)
  const [measure, { width }] = useSize()
  const columns = isGrid ? Math.max(1, Math.floor(width / leastPx)) : 1
  const height = isGrid ? Math.round(((width / columns) * 9) / 16) + captionPx : rowPx
  const count = Math.ceil(cameras.length / columns)
  const { first, end } = useRows({ count, height, scroller })
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-[14px] pb-4 max-wide:px-2">
      <div ref={measure}>
        <ul aria-label={text.list} className="relative" style={{ height: count * height }}>
          {cameras.slice(first * columns, end * columns).map((camera, place) => (
            <li
              key={camera.id}
              className="absolute top-0"
              style={{
                transform: `translateY(${(first + Math.floor(place / columns)) * height}px)`,
                left: `${(100 * (place % columns)) / columns}%`,
                width: `${100 / columns}%`,
                height,
              }}
            >
              <Card camera={camera} site={siteOf(camera)} isGrid={isGrid} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function Card({ camera, site, isGrid }: { camera: Camera; site: string; isGrid: boolean }) {
  return (
    <Link
      to="/cameras/$id/{-$tab}"
      params={{ id: camera.id }}
      search={{}}
      data-camera={camera.id}
      className={`flex h-full gap-[14px] rounded-3 p-[6px] hover:bg-surface-2 ${isGrid ? 'flex-col' : 'items-center'}`}
    >
      <NewestPicture cameraId={camera.id} className={isGrid ? 'aspect-video w-full' : 'h-[52px] w-[92px]'} />
      <span
        className={`flex min-w-0 flex-1 ${isGrid ? 'items-start justify-between gap-2' : 'items-center gap-4'}`}
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-strong">{camera.name}</span>
          <span className="block truncate text-xs text-ink-3">{site}</span>
        </span>
        <CameraState status={camera.status} />
      </span>
    </Link>
  )
}
