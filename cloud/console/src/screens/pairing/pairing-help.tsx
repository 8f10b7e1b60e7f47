import { type ReactNode, useId } from 'react'
import { Icon } from '../../icons/icon.js'
import { usePairingText } from '../../text/use-pairing-text.js'
import { isHere } from './pair-command.js'

/** What helps who has no machine, or to whom nothing happens. */
export function PairingHelp() {
  const text = usePairingText()
  return (
    <aside className="flex w-full flex-col gap-3 desk:w-[328px]">
      <Part title={text.noMachine}>
        <p className="text-ink-2">{text.noMachineWhy}</p>
      </Part>
      <Part title={text.nothingHappens}>
        <ul className="flex flex-col gap-[11px] text-ink-2">
          <Hint>
            <b lang="en" className="font-strong text-ink">
              “{text.unknown}”
            </b>
            : {text.unknownWhy}
          </Hint>
          <Hint>
            <b lang="en" className="font-strong text-ink">
              “{text.noProgram}”
            </b>
            : {text.noProgramWhy} <code className="font-mono">npm run package:agent</code>{' '}
            {text.noProgramMakes}{' '}
            <code className="font-mono">sudo npm install --global ./sightline-agent-*.tgz</code>{' '}
            {text.noProgramThen}
            {isHere(location) && (
              <>
                {' '}
                {text.noProgramHere} <code className="font-mono">npm run agent --</code>
              </>
            )}
          </Hint>
          <Hint>
            <b className="font-strong text-ink">{text.noAnswer}</b>:{' '}
            <code className="font-mono">agent doctor</code>, {text.noAnswerWhy}
          </Hint>
        </ul>
      </Part>
      <Part title={text.replacing}>
        <p className="text-ink-2">{text.replacingWhy}</p>
      </Part>
    </aside>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 rounded-3 border border-line bg-surface p-4">
      <h2 id={id} className="font-title">
        {title}
      </h2>
      {children}
    </section>
  )
}

function Hint({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-[9px]">
      <span className="pt-[2px] text-ink-3">
        <Icon name="info" size={16} />
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  )
}
