import type { RtspDialogue } from './rtsp-dialogue.js'
import { asStreamFailure, statusFailure } from './stream-failure.js'
import { SoundTrouble } from './track-setup.js'

/**
 * Asks the camera to play what was set up (RFC 2326, section 10.5).
 * @param url of the session as a whole
 * @param isOver whether we ended the session ourselves meanwhile
 * @throws StreamFailure; SoundTrouble where the sound may be why, so that the video alone is worth a try
 */
export async function askToPlay(
  dialogue: RtspDialogue,
  url: string,
  { withSound, isOver }: { readonly withSound: boolean; readonly isOver: () => boolean },
): Promise<void> {
  const ask = () => dialogue.ask('PLAY', url, { Range: 'npt=0.000-' })
  try {
    let response = await ask()
    // Of the ids that changed between two SETUPs, cameras mean now the last and now the first.
    if (response.status === 454 && dialogue.useFirstSession()) response = await ask()
    const failure = statusFailure('PLAY', response.status)
    if (failure !== null) throw failure
    dialogue.remember(response)
  } catch (error) {
    const { fault, message } = asStreamFailure(error)
    if (withSound && !isOver() && fault !== 'auth') throw new SoundTrouble(fault, message, error)
    throw error
  }
}
