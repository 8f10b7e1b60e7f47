import { runningDown } from './kept-code.js'

const [middle, radius, width] = [32, 27, 5]
const round = 2 * Math.PI * radius

/** What is left of a time, as a ring that runs empty with a clock in it. The words stand beside it. */
export function TimeRing({ share, sec }: { share: number; sec: number }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className="size-16 flex-none">
      <circle
        cx={middle}
        cy={middle}
        r={radius}
        fill="none"
        strokeWidth={width}
        className="stroke-surface-3"
      />
      {share > 0 && (
        <circle
          cx={middle}
          cy={middle}
          r={radius}
          fill="none"
          strokeWidth={width}
          strokeLinecap="round"
          strokeDasharray={`${share * round} ${round}`}
          transform={`rotate(-90 ${middle} ${middle})`}
          className="stroke-accent"
        />
      )}
      <text x={middle} y={37} textAnchor="middle" className="fill-ink text-md font-title">
        {runningDown(sec)}
      </text>
    </svg>
  )
}
