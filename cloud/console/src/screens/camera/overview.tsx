import { useMemo } from 'react'
import { useCameraText } from '../../text/use-camera-text.js'
import { useLanguage } from '../../text/use-text.js'
import { clockTime } from '../../time/format.js'
import type { Happening } from '../../timeline/happening.js'
import { countsOf } from '../../timeline/lanes.js'
import { Scale, type Stretch } from '../../timeline/span.js'

interface OverviewProps {
  readonly bounds: Stretch
  readonly stretch: Stretch
  readonly happenings: readonly Happening[]
  readonly zone: string
  readonly nowMs: number
  readonly onPick: (at: number) => void
}

/** A quarter of an hour each, in a day of 24 hours. */
const parts = 96

/** How much happened over the whole day, and which part of it is shown. A press goes there; the slider does the same by keys. */
export function Overview({ bounds, stretch, zone, happenings, nowMs, onPick }: OverviewProps) {
  const text = useCameraText()
  const counts = useMemo(() => countsOf(happenings, bounds, parts), [happenings, bounds])
  const most = Math.max(4, ...counts)
  const scale = new Scale(bounds, 100)
  const left = Math.max(0, scale.xOf(stretch.from))
  const right = Math.min(100, scale.xOf(stretch.to))
  const now = scale.xOf(nowMs)
  return (
    <div className="min-w-0 flex-1" aria-hidden="true">
      <div
        title={text.overview}
        data-overview=""
        className="relative h-[30px] cursor-pointer overflow-hidden rounded-1 bg-surface-2"
        onClick={({ clientX, currentTarget }) => {
          const { left: edge, width } = currentTarget.getBoundingClientRect()
          onPick(new Scale(bounds, width).at(clientX - edge))
        }}
      >
        <svg
          viewBox={`0 0 ${parts} 30`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full text-ink-3"
        >
          {counts.map(
            (count, part) =>
              count > 0 && (
                <rect
                  // oxlint-disable-next-line react/no-array-index-key -- a part is its place
                  key={part}
                  x={part + 0.12}
                  width={0.76}
                  y={30 - Math.max(3, (26 * count) / most)}
                  height={30}
                  fill="currentColor"
                  opacity={0.6}
                />
              ),
          )}
        </svg>
        {now < 100 && (
          <span
            className="absolute inset-y-0 right-0 border-l-2 border-accent bg-bg opacity-60"
            style={{ left: `${now}%` }}
          />
        )}
        {right > left && (
          <span
            className="absolute inset-y-0 rounded-1 border-[1.5px] border-accent bg-accent-soft opacity-60"
            style={{ left: `${left}%`, width: `${right - left}%` }}
          />
        )}
      </div>
      <Hours bounds={bounds} zone={zone} />
    </div>
  )
}

const quarters = [0, 1, 2, 3, 4] as const

/** The times at the beginning, the quarters and the end of the day. */
function Hours({ bounds, zone }: { bounds: Stretch; zone: string }) {
  const language = useLanguage()
  return (
    <div className="flex justify-between pt-[3px] text-2xs text-ink-3">
      {quarters.map((quarter) => {
        const at = bounds.from + ((bounds.to - bounds.from) * quarter) / 4
        return (
          <span key={quarter}>{quarter === 4 ? '24:00' : clockTime(new Date(at), { language, zone })}</span>
        )
      })}
    </div>
  )
}
