import { valueOf } from '@sightline/client'
import { useMutation } from '@tanstack/react-query'
import { lastActions } from '../frame/last-actions.js'
import { useCameraText } from '../text/use-camera-text.js'
import { api } from './api.js'

/** How long a recording by hand lasts, s. */
const recordForSec = 15

/** Starts a recording at a camera, and says whether it was. */
export function useRecordNow() {
  const text = useCameraText()
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) =>
      valueOf(
        api.POST('/api/v1/cameras/{id}/trigger', {
          params: { path: { id } },
          body: { duration_sec: recordForSec },
        }),
      ),
    onSuccess: (_answer, { name }) => lastActions.say(text.recordingAt(name)),
    onError: (_error, { name }) => lastActions.say(text.notRecordingAt(name)),
  })
}
