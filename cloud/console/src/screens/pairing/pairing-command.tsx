import { useRef, useState } from 'react'
import { Button } from '../../controls/button.js'
import { copyText } from '../../controls/copy-text.js'
import { Dialog } from '../../controls/dialog.js'
import { QrCode } from '../../controls/qr-code.js'
import { usePairingText } from '../../text/use-pairing-text.js'
import { useText } from '../../text/use-text.js'
import { spelledOut, withDash } from './kept-code.js'
import { pairCommand, startCommand } from './pair-command.js'

/** The command to type, with what brings it to where it is typed. */
export function PairingCommand({ code }: { code: string }) {
  const text = usePairingText()
  const close = useText().frame.close
  const [said, setSaid] = useState('')
  const [isShown, setShown] = useState(false)
  const line = useRef<HTMLElement>(null)
  const command = pairCommand(code, location)
  const copy = async () => {
    if (line.current) getSelection()?.selectAllChildren(line.current)
    setSaid((await copyText(command)) ? text.copied : text.copyByHand)
  }
  return (
    <div className="flex w-full max-w-[700px] flex-col gap-1">
      <div className="flex items-center gap-3 rounded-3 border border-line-strong bg-surface py-2 pr-[10px] pl-4 max-wide:flex-col max-wide:items-stretch max-wide:p-3">
        <code ref={line} aria-label={text.command} className="min-w-0 flex-1 font-mono break-words">
          <Marked text={command} part={withDash(code)} />
        </code>
        <div className="flex gap-2 max-wide:hidden">
          <Button small icon="copy" onClick={() => void copy()}>
            {text.copy}
          </Button>
          <Button small icon="qr" onClick={() => setShown(true)}>
            {text.toPhone}
          </Button>
        </div>
      </div>
      <p className="text-xs text-ink-3">
        {text.thenStart} <code className="font-mono text-ink-2">{startCommand}</code>
      </p>
      <p role="status" className="min-h-5 text-xs text-ink-2">
        {said}
      </p>
      <Hand command={command} code={code} onCopy={() => void copy()} />
      {isShown && (
        <Dialog title={text.phoneTitle} closeLabel={close} onClose={() => setShown(false)}>
          <QrCode text={command} label={text.phoneTitle} />
          <p className="text-ink-2">{text.phoneWhy}</p>
        </Dialog>
      )}
    </div>
  )
}

/** The command with what is new in it marked. */
function Marked({ text, part }: { text: string; part: string }) {
  const [before = '', after = ''] = text.split(part)
  return (
    <>
      {before}
      <span className="text-accent">{part}</span>
      {after}
    </>
  )
}

/** For one hand, at the foot of a phone: what reads the code out, and what sends the command on. */
function Hand({ command, code, onCopy }: { command: string; code: string; onCopy: () => void }) {
  const text = usePairingText()
  const canSpeak = 'speechSynthesis' in globalThis
  // Without a secure context there is none.
  const { share } = navigator as Partial<Navigator>
  const send = () => {
    if (share === undefined) onCopy()
    // Who thinks better of it is no fault.
    else share.call(navigator, { text: command }).catch(() => {})
  }
  return (
    <div className="grid auto-cols-fr grid-flow-col gap-2 wide:hidden">
      {canSpeak && (
        <Button icon="sound" className="min-h-[48px]" onClick={() => readOut(code)}>
          {text.readOut}
        </Button>
      )}
      <Button icon={share === undefined ? 'copy' : 'share'} className="min-h-[48px]" onClick={send}>
        {share === undefined ? text.copy : text.send}
      </Button>
    </div>
  )
}

/** Slowly, as one writes. */
function readOut(code: string): void {
  const speech = new SpeechSynthesisUtterance(spelledOut(code))
  speech.lang = document.documentElement.lang
  speech.rate = 0.6
  speechSynthesis.cancel()
  speechSynthesis.speak(speech)
}
