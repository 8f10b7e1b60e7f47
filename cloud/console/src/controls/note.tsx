import type { ReactNode } from 'react'
import type { IconName } from '../icons/icon.js'
import { Icon } from '../icons/icon.js'

/** `fine`: all is well, and nobody has to look. */
type Tone = 'plain' | 'fine' | 'warn' | 'alarm' | 'ok' | 'accent'

const tones: Record<Tone, readonly [ground: string, icon: string, drawing: IconName]> = {
  plain: ['bg-surface-2', 'text-ink-3', 'info'],
  fine: ['bg-surface-2', 'text-ok', 'check'],
  warn: ['bg-warn-soft', 'text-warn', 'warn'],
  alarm: ['bg-alarm-soft', 'text-alarm', 'warn'],
  ok: ['bg-ok-soft', 'text-ok', 'check'],
  accent: ['bg-accent-soft', 'text-accent', 'info'],
}

/** A sentence that somebody should see, with what can be done about it. */
export function Note({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  const [ground, colour, drawing] = tones[tone]
  return (
    <div className={`flex gap-[10px] rounded-2 px-[13px] py-[11px] ${ground}`}>
      <span className={`pt-px ${colour}`}>
        <Icon name={drawing} size={16} />
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
