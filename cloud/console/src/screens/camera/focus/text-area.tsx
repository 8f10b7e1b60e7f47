import { useId } from 'react'
import { useLanguage } from '../../../text/use-text.js'
import { countOf } from '../../../time/format.js'

interface TextAreaProps {
  readonly label: string
  readonly says: string
  readonly value: string
  readonly maxLength: number
  readonly onChange: (value: string) => void
}

/** From here on what is left of the room is said. */
const nearlyFull = 0.9

/** Words of several lines; it grows with them. */
export function TextArea({ label, says, value, maxLength, onChange }: TextAreaProps) {
  const id = useId()
  const language = useLanguage()
  return (
    <div className="flex flex-col gap-[6px]">
      <label htmlFor={id} className="font-strong text-ink-2">
        {label}
      </label>
      <textarea
        id={id}
        value={value}
        maxLength={maxLength}
        rows={4}
        aria-describedby={`${id}-says`}
        onChange={({ target }) => onChange(target.value)}
        className="field-sizing-content max-h-[40dvh] min-h-[96px] w-full resize-y rounded-2 border border-control-line bg-bg px-[11px] py-2 text-md text-ink max-wide:text-lg"
      />
      <p id={`${id}-says`} className="text-xs text-ink-3">
        {says}
        {value.length > nearlyFull * maxLength &&
          ` ${countOf(value.length, language)} / ${countOf(maxLength, language)}`}
      </p>
    </div>
  )
}
