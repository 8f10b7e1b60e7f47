import type { ReactNode } from 'react'
import { Icon } from '../../icons/icon.js'
import { usePairingText } from '../../text/use-pairing-text.js'

/** How far pairing is: which of the four steps is under way, and whether all are done. */
export type Progress = 'waiting' | 'paired' | 'looking' | 'done'

/** The four steps from a code to cameras. @param madeAt when the code was made, as a clock has it */
export function PairingSteps({ progress, madeAt }: { progress: Progress; madeAt: string }) {
  const { step, steps } = usePairingText()
  const now = progress === 'waiting' || progress === 'paired' ? 1 : progress === 'looking' ? 3 : 4
  const all = [
    [step.made, step.madeAt(madeAt)],
    progress === 'waiting' ? [step.waiting, step.waitingWhy] : [step.paired, now === 1 ? step.pairedWhy : ''],
    [step.online, now < 2 ? step.onlineWhy : ''],
    [step.found, now === 3 ? step.looking : now < 3 ? step.foundWhy : ''],
  ] as const
  return (
    <ol
      aria-label={steps}
      className="grid w-full max-w-[780px] gap-x-2 wide:grid-cols-4 max-wide:rounded-3 max-wide:border max-wide:border-line max-wide:bg-surface max-wide:px-4"
    >
      {all.map(([name, why], place) => (
        <Step key={name} number={place + 1} state={place < now ? 'done' : place === now ? 'now' : 'later'}>
          <span className={place <= now ? 'font-strong text-ink' : ''}>{name}</span>
          {why !== '' && (
            <span className={`text-xs text-ink-3 ${place === 0 ? '' : 'max-wide:sr-only'}`}>{why}</span>
          )}
        </Step>
      ))}
    </ol>
  )
}

type StepState = 'done' | 'now' | 'later'

const lines: Record<StepState, string> = {
  done: 'wide:border-ok',
  now: 'wide:border-accent',
  later: 'wide:border-surface-3',
}

function Step({ number, state, children }: { number: number; state: StepState; children: ReactNode }) {
  const text = usePairingText()
  return (
    <li
      aria-current={state === 'now' ? 'step' : undefined}
      className={`flex items-start gap-[10px] text-ink-3 wide:border-t-2 wide:pt-4 max-wide:items-center max-wide:border-b max-wide:border-line max-wide:py-3 max-wide:last:border-b-0 ${lines[state]}`}
    >
      <span
        className={`grid size-[26px] flex-none place-items-center rounded-full text-xs font-title ${state === 'done' ? 'bg-ok-soft text-ok' : 'bg-surface-2'}`}
      >
        {state === 'done' && <Icon name="check" size={16} />}
        {state === 'done' && <span className="sr-only">{text.stepDone}</span>}
        {state === 'now' && (
          <span className="size-[14px] rounded-full border-[2.5px] border-accent border-r-transparent motion-safe:animate-[turn_1.2s_linear_infinite]" />
        )}
        {state === 'later' && number}
      </span>
      <span className="flex min-w-0 flex-col max-wide:flex-1 max-wide:flex-row max-wide:justify-between max-wide:gap-3">
        {children}
      </span>
    </li>
  )
}
