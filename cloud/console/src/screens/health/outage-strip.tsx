import type { TroubledCamera } from '../../api/health.js'
import { useLanguage } from '../../text/use-text.js'
import { countOf, durationOf } from '../../time/format.js'
import { useNow } from '../../time/use-now.js'
import { dayOutages } from './day-outages.js'
import { useFleetHealthText } from './use-fleet-health-text.js'

const minuteMs = 60_000
const [width, height, thinnest] = [288, 18, 1.5]

/** The last 24 hours of a camera: a line, and in it when it gave no pictures. */
export function OutageStrip({ outages }: Pick<TroubledCamera, 'outages'>) {
  const text = useFleetHealthText()
  const language = useLanguage()
  const { stretches, sec } = dayOutages(outages, useNow(minuteMs).getTime())
  const time = durationOf(sec, language)
  const said =
    stretches.length === 0
      ? text.noOutage
      : stretches.length === 1
        ? text.outagesOne(time)
        : text.outages(countOf(stretches.length, language), time)
  return (
    <svg
      role="img"
      aria-label={said}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-[18px] w-full"
    >
      <title>{said}</title>
      <rect x={0} y={5} width={width} height={8} rx={1.5} className="fill-control-line" />
      {stretches.map(({ from, to }) => (
        <rect
          key={from}
          x={Math.min(from * width, width - thinnest)}
          y={1}
          width={Math.max(thinnest, (to - from) * width)}
          height={16}
          rx={1}
          className="fill-alarm"
        />
      ))}
    </svg>
  )
}
