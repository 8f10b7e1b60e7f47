import { useEffect } from 'react'
import { Button, IconButton } from '../controls/button.js'
import type { Text } from '../text/text.js'
import { useText } from '../text/use-text.js'
import { lastActions, type Said, useSaid } from './last-actions.js'

/** How long it is said what was done, ms. Ctrl Z takes it back later too. */
const saidForMs = 10_000

/** Says what was just done, with the way back. */
export function LastAction() {
  const text = useText().frame
  const said = useSaid()
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => lastActions.hush(), saidForMs)
    return () => clearTimeout(timer)
  }, [said])
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[76px] z-30 flex justify-center px-4 wide:bottom-[72px]"
    >
      {said && (
        <div className="pointer-events-auto flex max-w-full items-center gap-2 rounded-3 bg-surface py-1 pr-1 pl-4 shadow-2">
          <span className="min-w-0 truncate">{sentenceOf(said, text)}</span>
          {said.kind === 'done' && said.hasWayBack && (
            <Button look="bare" hint="Ctrl Z" onClick={() => void lastActions.takeBack()}>
              {text.takeBack}
            </Button>
          )}
          <IconButton icon="close" label={text.close} onClick={() => lastActions.hush()} />
        </div>
      )}
    </div>
  )
}

function sentenceOf(said: Said, text: Text['frame']): string {
  switch (said.kind) {
    case 'done':
      return said.sentence
    case 'taken-back':
      return text.takenBack
    case 'failed':
      return text.takeBackFailed
  }
}
