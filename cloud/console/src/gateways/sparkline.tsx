import type { GatewayHistory } from '../api/gateways.js'
import { curveOf } from './curve.js'

interface SparklineProps {
  readonly history: GatewayHistory
  readonly of: 'cpu_percent' | 'waiting_mb' | 'upstream_mbps'
  /** What the top stands for at least. */
  readonly least: number
  readonly isWarning?: boolean
  /** @param most of the time that is drawn, in the unit of the measure */
  readonly label: (most: number) => string
}

const twoHoursMs = 7_200_000
const [width, height] = [160, 18]

/** What a gateway measured in the last two days, as a line; nothing before there is one. */
export function Sparkline({ history, of, least, isWarning = false, label }: SparklineProps) {
  const { points, to, step_sec: stepSec } = history
  const curve = curveOf(
    points.map((point) => ({ at: point.at, value: point[of] })),
    { to: Date.parse(to), leastMs: twoHoursMs, stepMs: stepSec * 1000, least, width, height },
  )
  if (!curve) return null
  const said = label(curve.most)
  return (
    <dd>
      <svg
        role="img"
        aria-label={said}
        viewBox={`0 -1 ${width} ${height + 2}`}
        preserveAspectRatio="none"
        className={`h-5 w-full ${isWarning ? 'text-warn' : 'text-ink-3'}`}
      >
        <title>{said}</title>
        <path
          d={curve.path}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </dd>
  )
}
