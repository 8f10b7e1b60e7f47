import type { ComponentPropsWithRef } from 'react'
import { useSettings } from '../frame/settings-here.js'
import type { IconName } from '../icons/icon.js'
import { Icon } from '../icons/icon.js'

/** `main`: the one main action of a page. `bare`: without ground. `danger`: deletes. */
type Look = 'plain' | 'main' | 'bare' | 'danger'

const looks: Record<Look, string> = {
  plain: 'border-line-strong bg-control text-ink hover:bg-surface-3',
  main: 'border-ink bg-ink text-bg font-title hover:opacity-90',
  bare: 'border-transparent bg-transparent text-ink-2 hover:bg-surface-3 hover:text-ink',
  danger: 'border-transparent bg-alarm-fill text-white hover:opacity-90',
}

const shape =
  'inline-flex items-center justify-center gap-[7px] rounded-2 border font-strong whitespace-nowrap select-none transition-colors duration-(--fast) disabled:cursor-not-allowed disabled:opacity-55'

interface Shape {
  readonly look?: Look | undefined
  readonly small?: boolean | undefined
  readonly icon?: IconName
  /** The key that does the same, shown beside the words while it acts. */
  readonly hint?: string
}

type ButtonProps = Shape & ComponentPropsWithRef<'button'>

/** How a button looks; also for links that look like one. */
export function buttonClass({
  look = 'plain',
  small,
  bare,
}: Omit<Shape, 'icon'> & { bare?: boolean }): string {
  const size = small ? 'h-control-small text-xs' : 'h-control'
  const width = bare ? (small ? 'w-control-small' : 'w-control') : small ? 'px-[10px]' : 'px-[13px]'
  return `${shape} ${size} ${width} ${looks[look]}`
}

/** A button with words. */
export function Button({ look, small, icon, hint, className = '', children, ...rest }: ButtonProps) {
  const { singleKeys } = useSettings()
  return (
    <button type="button" {...rest} className={`${buttonClass({ look, small })} ${className}`}>
      {icon && <Icon name={icon} size={16} />}
      {children}
      {hint && (singleKeys || hint.length > 1) && <kbd aria-hidden="true">{hint}</kbd>}
    </button>
  )
}

/** A button that is a drawing; `label` names it. */
export function IconButton({
  look = 'bare',
  small,
  icon,
  label,
  className = '',
  ...rest
}: Omit<ButtonProps, 'children'> & { icon: IconName; label: string }) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={`${buttonClass({ look, small, bare: true })} ${className}`}
    >
      <Icon name={icon} size={small ? 16 : 18} />
    </button>
  )
}
