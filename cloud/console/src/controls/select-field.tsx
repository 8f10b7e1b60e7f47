import { type ComponentPropsWithRef, useId } from 'react'

interface SelectFieldProps<Value extends string>
  extends Omit<ComponentPropsWithRef<'select'>, 'value' | 'onChange'> {
  readonly label: string
  /** What choosing does. */
  readonly hint?: string | undefined
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly says: string }[]
  readonly onChange: (chosen: Value) => void
}

/** One of many, by the list of the browser. */
export function SelectField<Value extends string>({
  label,
  hint,
  value,
  options,
  onChange,
  className = '',
  ...rest
}: SelectFieldProps<Value>) {
  const id = useId()
  return (
    <div className={`flex flex-col gap-[6px] ${className}`}>
      <label htmlFor={id} className="font-strong text-ink-2">
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ target }) => {
          const chosen = options.find((one) => one.value === target.value)
          if (chosen) onChange(chosen.value)
        }}
        {...rest}
        className="h-control w-full rounded-2 border border-control-line bg-bg px-[11px] text-md text-ink disabled:opacity-55 max-wide:text-lg"
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.says}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}
