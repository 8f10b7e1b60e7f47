import { useId } from 'react'
import type { MonitoringWindow } from '../../../api/focus.js'
import { Button, IconButton } from '../../../controls/button.js'
import { weekdays } from '../../../time/weekdays.js'
import { clockOfEnd, endOfClock, mostHours, nightly, problemOfHours, toggledDay } from './focus-draft.js'
import { useFocusText } from './use-focus-text.js'

interface HoursEditorProps {
  readonly hours: readonly MonitoringWindow[]
  readonly onChange: (hours: readonly MonitoringWindow[]) => void
}

/** When the camera is watched: hours of days, or always. */
export function HoursEditor({ hours, onChange }: HoursEditorProps) {
  const text = useFocusText()
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="font-strong text-ink-2">
        {text.hours}
      </h2>
      <p className="text-xs text-ink-3">{hours.length === 0 ? text.always : text.hoursSay}</p>
      <ul className="flex flex-col gap-2">
        {hours.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hours have no name
          <li key={at}>
            <HoursRow
              hours={one}
              onChange={(next) => onChange(hours.map((other, place) => (place === at ? next : other)))}
              onRemove={() => onChange(hours.filter((_, place) => place !== at))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button
          small
          icon="plus"
          disabled={hours.length >= mostHours}
          onClick={() => onChange([...hours, nightly])}
        >
          {text.addHours}
        </Button>
      </div>
    </div>
  )
}

interface HoursRowProps {
  readonly hours: MonitoringWindow
  readonly onChange: (hours: MonitoringWindow) => void
  readonly onRemove: () => void
}

const timeClass =
  'h-control-small rounded-2 border border-control-line bg-bg px-2 text-ink pointer-coarse:h-[44px]'

function HoursRow({ hours, onChange, onRemove }: HoursRowProps) {
  const text = useFocusText()
  const problem = problemOfHours(hours)
  return (
    <div className="flex flex-col gap-2 rounded-2 border border-line p-3">
      <div role="group" aria-label={text.days} className="flex flex-wrap gap-1">
        {weekdays.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={hours.days.includes(day)}
            onClick={() => onChange(toggledDay(hours, day))}
            className="h-control-small min-w-[38px] rounded-1 border border-line-strong px-1 text-xs text-ink-3 aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink pointer-coarse:h-[44px]"
          >
            <span aria-hidden="true">{text.dayShort[day]}</span>
            <span className="sr-only">{text.dayNames[day]}</span>
          </button>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-2 text-ink-2">
        <label className="flex items-center gap-2">
          {text.from}
          <input
            type="time"
            value={hours.from}
            onChange={({ target }) => onChange({ ...hours, from: target.value })}
            className={timeClass}
          />
        </label>
        <label className="flex items-center gap-2">
          {text.to}
          <input
            type="time"
            value={clockOfEnd(hours.to)}
            onChange={({ target }) => onChange({ ...hours, to: endOfClock(target.value) })}
            className={timeClass}
          />
        </label>
        <span className="text-xs text-ink-3">
          {problem === null && hours.to < hours.from ? text.nextDay : ''}
        </span>
        <span className="flex-1" />
        <IconButton small icon="trash" label={text.removeHours} onClick={onRemove} />
      </div>
      {problem !== null && (
        <p role="alert" className="text-xs text-alarm">
          {text.hoursProblems[problem]}
        </p>
      )}
    </div>
  )
}
