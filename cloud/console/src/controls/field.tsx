import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'

interface FieldProps extends ComponentPropsWithRef<'input'> {
  readonly label: string
  /** What is wrong with what is in it. */
  readonly problem?: string | undefined
  /** What it is for, or what changing it does. */
  readonly hint?: ReactNode
}

/** A field with its name above, and what it does and what is wrong with it below. */
export function Field({ label, problem, hint, className = '', ...rest }: FieldProps) {
  const id = useId()
  const told = [problem !== undefined && `${id}-problem`, hint !== undefined && `${id}-hint`].filter(Boolean)
  return (
    <div className={`flex flex-col gap-[6px] ${className}`}>
      <label htmlFor={id} className="font-strong text-ink-2">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={told.join(' ') || undefined}
        {...rest}
        className="h-control w-full rounded-2 border border-control-line bg-bg px-[11px] text-md text-ink disabled:opacity-55 aria-invalid:border-alarm max-wide:text-lg"
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-xs text-alarm">
          {problem}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

interface CheckProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  readonly label: string
}

/** A box to tick, with its words. */
export function Check({ label, className = '', ...rest }: CheckProps) {
  return (
    <label className={`flex min-h-(--target) cursor-pointer items-center gap-2 text-ink-2 ${className}`}>
      <input type="checkbox" {...rest} className="size-4 accent-(--accent)" />
      {label}
    </label>
  )
}
