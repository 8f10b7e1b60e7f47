import { useId } from 'react'
import { useLastDay } from '../../api/camera.js'
import { useLanguage } from '../../text/use-text.js'
import { clockTime, durationOf } from '../../time/format.js'
import { outagesWithin } from './outages.js'
import { useHealthText } from './use-health-text.js'

/** More than this are not listed one by one. */
const listed = 8
/** An outage is seen in the strip however short it was, percent. */
const leastShare = 0.6

/** When the camera gave no pictures in the last 24 hours, as a strip and in words. */
export function LastDay({ cameraId, zone }: { cameraId: string; zone: string }) {
  const text = useHealthText()
  const language = useLanguage()
  const id = useId()
  const { data } = useLastDay(cameraId)
  if (!data) return null
  const [from, to] = [Date.parse(data.from), Date.parse(data.to)]
  const { parts, totalSec } = outagesWithin(data.offline, from, to)
  const manner = { language, zone }
  const share = (ms: number): number => (ms / (to - from)) * 100
  const latest = parts.toReversed().slice(0, listed)
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="font-title">
        {text.lastDay}
      </h2>
      <div aria-hidden="true" className="relative h-3 overflow-hidden rounded-1 bg-ok-soft light-edge">
        {parts.map((part) => (
          <span
            key={part.from}
            className="hatched-off absolute inset-y-0 bg-warn-soft"
            style={{
              left: `${share(part.from - from)}%`,
              width: `${Math.max(leastShare, share(part.to - part.from))}%`,
            }}
          />
        ))}
      </div>
      <div aria-hidden="true" className="flex justify-between text-2xs text-ink-3">
        <span>{clockTime(new Date(from), manner)}</span>
        <span>{clockTime(new Date(to), manner)}</span>
      </div>
      <p className="text-ink-2">
        {parts.length === 0 ? text.noOutage : text.outages(parts.length, durationOf(totalSec, language))}
      </p>
      {latest.length > 0 && (
        <ul className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-xs text-ink-2">
          {latest.map((part) => (
            <li key={part.from} className="contents">
              <span>
                {clockTime(new Date(part.from), manner)} –{' '}
                {part.to >= to ? text.stillNow : clockTime(new Date(part.to), manner)}
              </span>
              <span className="text-ink-3">{durationOf((part.to - part.from) / 1000, language)}</span>
            </li>
          ))}
        </ul>
      )}
      {parts.length > listed && (
        <p className="text-xs text-ink-3">{text.moreOutages(parts.length - listed)}</p>
      )}
    </section>
  )
}
