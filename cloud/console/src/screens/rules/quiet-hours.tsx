import type { QuietWindow } from '../../api/quiet.js'
import { Button, IconButton } from '../../controls/button.js'
import { Field } from '../../controls/field.js'
import { weekdays } from '../../time/weekdays.js'
import { DayChecks } from './day-checks.js'
import { useSaying } from './use-saying.js'

interface QuietHoursProps {
  readonly windows: readonly Partial<QuietWindow>[]
  readonly onChange: (windows: QuietWindow[]) => void
}

/** Windows of quiet hours at most. */
const mostWindows = 21

/** Hours in which nobody is told. */
export function QuietHours({ windows, onChange }: QuietHoursProps) {
  const { text } = useSaying()
  const whole = windows.map(({ from = '22:00', to = '06:00', days = [...weekdays] }) => ({ from, to, days }))
  const set = (at: number, part: Partial<QuietWindow>) =>
    onChange(whole.map((window, place) => (place === at ? { ...window, ...part } : window)))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-1 font-strong text-ink-2">{text.knobs.quiet_hours}</legend>
      {whole.map(({ from, to, days }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: windows are known by their place alone
        <div key={at} className="flex flex-col gap-2 rounded-2 border border-line p-3">
          <div className="flex items-end gap-3">
            <Field
              type="time"
              label={text.edit.from}
              value={from}
              onChange={({ target }) => target.value !== '' && set(at, { from: target.value })}
              className="flex-1"
            />
            <Field
              type="time"
              label={text.edit.to}
              value={to === '24:00' ? '00:00' : to}
              onChange={({ target }) =>
                target.value !== '' && set(at, { to: target.value === '00:00' ? '24:00' : target.value })
              }
              className="flex-1"
            />
            <IconButton
              icon="trash"
              label={text.removeHours}
              onClick={() => onChange(whole.filter((_window, place) => place !== at))}
            />
          </div>
          <DayChecks
            days={days}
            onChange={(chosen) => set(at, { days: chosen.length === 0 ? [...weekdays] : chosen })}
          />
        </div>
      ))}
      {whole.length < mostWindows && (
        <Button
          small
          icon="plus"
          onClick={() => onChange([...whole, { from: '22:00', to: '06:00', days: [...weekdays] }])}
          className="self-start"
        >
          {text.addHours}
        </Button>
      )}
    </fieldset>
  )
}
