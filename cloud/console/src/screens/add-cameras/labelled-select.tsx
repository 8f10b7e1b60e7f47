import { useId } from 'react'

interface LabelledSelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly says: string }[]
  readonly onValue: (value: string) => void
  readonly problem?: string | undefined
}

/** One of many, by the list of the browser, with its name above. */
export function LabelledSelect({ label, value, options, onValue, problem }: LabelledSelectProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-[6px]">
      <label htmlFor={id} className="font-strong text-ink-2">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onValue(target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        className="h-control w-full rounded-2 border border-control-line bg-bg px-[11px] text-md text-ink aria-invalid:border-alarm max-wide:text-lg"
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.says}
          </option>
        ))}
      </select>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-xs text-alarm">
          {problem}
        </p>
      )}
    </div>
  )
}
