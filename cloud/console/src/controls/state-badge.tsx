import type { ReactNode } from 'react'
import { ofWord } from '../api/of-word.js'
import type { IconName } from '../icons/icon.js'
import { Icon } from '../icons/icon.js'

export type BadgeTone = 'ok' | 'warn' | 'alarm' | 'plain'

const tones: Record<BadgeTone, readonly [look: string, drawing: IconName | null]> = {
  ok: ['bg-ok-soft text-ok', 'check'],
  warn: ['bg-warn-soft text-warn', 'clock'],
  alarm: ['bg-alarm-soft text-alarm', 'close'],
  plain: ['bg-surface-3 text-ink-2', null],
}

interface StateBadgeProps {
  readonly tone: BadgeTone
  /** Without the drawing, where the words alone say it, such as a status of HTTP. */
  readonly isPlain?: boolean
  readonly children: ReactNode
}

/** A state in a word or two, with a drawing beside its colour. */
export function StateBadge({ tone, isPlain = false, children }: StateBadgeProps) {
  const [look, drawing] = ofWord(tones, tone, tones.plain)
  return (
    <span
      className={`inline-flex items-center gap-[5px] rounded-1 px-[7px] py-[2px] text-xs font-strong whitespace-nowrap ${look}`}
    >
      {drawing && !isPlain && <Icon name={drawing} size={13} />}
      {children}
    </span>
  )
}
