import { type Weekday, weekdays } from '../../time/weekdays.js'
import { useRulesText } from './use-rules-text.js'

interface DayChecksProps {
  readonly days: readonly Weekday[]
  readonly onChange: (days: Weekday[]) => void
}

/** Days of the week, in a row. */
export function DayChecks({ days, onChange }: DayChecksProps) {
  const text = useRulesText()
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="pb-1 font-strong text-ink-2">{text.edit.days}</legend>
      {weekdays.map((day) => (
        <label
          key={day}
          className="flex h-control min-w-[44px] cursor-pointer items-center justify-center rounded-2 border border-line-strong px-2 text-ink-2 has-checked:border-accent has-checked:bg-accent-soft has-checked:text-ink has-focus-visible:shadow-(--focus) max-wide:h-[44px]"
        >
          <input
            type="checkbox"
            checked={days.includes(day)}
            onChange={({ target }) =>
              onChange(weekdays.filter((one) => (one === day ? target.checked : days.includes(one))))
            }
            className="sr-only"
          />
          {text.days[day]}
        </label>
      ))}
    </fieldset>
  )
}
