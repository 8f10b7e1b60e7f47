import { usePairingText } from '../../text/use-pairing-text.js'
import { startCommand, tryCommand } from './pair-command.js'

/** A machine came with the code, and connects once its program runs: how to have it run. */
export function ProgramToStart({ name }: { name: string }) {
  const text = usePairingText()
  return (
    <div role="status" className="flex w-full max-w-[700px] flex-col gap-3">
      <h2 className="text-center font-title tracking-(--tracking-title) max-wide:text-lg wide:text-2xl">
        {text.startIt}
      </h2>
      <p className="text-ink-2 wide:text-center wide:text-md">{text.startItWhy(name)}</p>
      <Line command={startCommand} />
      <p className="text-xs text-ink-3">{text.tryIt}</p>
      <Line command={tryCommand} />
    </div>
  )
}

function Line({ command }: { command: string }) {
  return (
    <code className="rounded-3 border border-line-strong bg-surface px-4 py-3 font-mono break-words select-all">
      {command}
    </code>
  )
}
