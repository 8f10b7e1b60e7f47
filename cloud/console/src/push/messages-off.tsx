import { useState } from 'react'
import { Button } from '../controls/button.js'
import { Note } from '../controls/note.js'
import { isTurnable, usePushHere } from './use-push-here.js'
import { usePushText } from './use-push-text.js'

/**
 * Where somebody is to get messages and this device has none: why, and the press that turns them on. Nothing where they are on
 * already, or where the service sends none: that is no matter of the device.
 */
export default function MessagesOff() {
  const text = usePushText()
  const { state, turnOn } = usePushHere()
  const [wasOn] = useState(state === 'on')
  if (wasOn || state === 'unavailable') return null
  return (
    <div role="status">
      <Note tone={state === 'on' ? 'ok' : 'warn'}>
        <p className="font-strong">{text.title}</p>
        <p>{text.state[state]}</p>
        {isTurnable.has(state) && (
          <Button small className="mt-2 max-wide:min-h-[44px]" onClick={turnOn}>
            {text.turnOn}
          </Button>
        )}
      </Note>
    </div>
  )
}
