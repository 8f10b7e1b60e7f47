import { type ReactNode, useId } from 'react'

interface PanelProps {
  readonly title: string
  /** What stands beside the heading, at the right. */
  readonly beside?: ReactNode
  readonly children: ReactNode
}

/** A part of the page about a rule, with its heading. */
export function Panel({ title, beside, children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-3 rounded-3 border border-line bg-surface p-4 max-wide:p-3"
    >
      <div className="flex min-h-(--target) flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="min-w-min flex-1 text-lg font-title">
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  )
}

/** How one of many is chosen by the list of the browser. */
export const selectLook =
  'h-control-small max-w-full min-w-0 rounded-2 border border-control-line bg-bg px-2 text-ink max-wide:h-[44px] max-wide:text-lg'

interface RowProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly says: string }[]
  readonly onChange: (chosen: string) => void
  readonly mayChange: boolean
}

/** A setting with its name beside it; as words alone for those who may not change it. */
export function Setting({ label, value, options, onChange, mayChange }: RowProps) {
  const id = useId()
  const says = options.find((one) => one.value === value)?.says ?? value
  if (!mayChange)
    return (
      <p className="flex items-baseline gap-3">
        <span className="flex-1 text-ink-2">{label}</span>
        <span>{says}</span>
      </p>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="flex-1 text-ink-2">
        {label}
      </label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)} className={selectLook}>
        {options.every((one) => one.value !== value) && <option value={value}>{says}</option>}
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.says}
          </option>
        ))}
      </select>
    </div>
  )
}
