import { type components, valueOf } from '@sightline/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from './api.js'
import { isConflict } from './queries.js'

type Schemas = components['schemas']
export type AnalysisFocus = Schemas['AnalysisFocus']
export type FocusPreset = Schemas['AnalysisFocusPreset']
export type MonitoringWindow = AnalysisFocus['monitoring_schedule'][number]

const readFocus = (id: string) =>
  valueOf(api.GET('/api/v1/cameras/{id}/analysis-focus', { params: { path: { id } } }))

/** What a camera is watched for; notices of the camera have it read again. */
export const useFocus = (cameraId: string) =>
  useQuery({ queryKey: ['camera', cameraId, 'focus'], queryFn: () => readFocus(cameraId) })

/** As many as the interface gives at once. */
const versions = 100

/** What it was watched for before, newest first. */
export const useFocusHistory = (cameraId: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['camera', cameraId, 'focus', 'history'],
    enabled: isWanted,
    queryFn: () =>
      valueOf(
        api.GET('/api/v1/cameras/{id}/analysis-focus/history', {
          params: { path: { id: cameraId }, query: { limit: versions } },
        }),
      ),
  })

/** What cameras are commonly watched for, to begin from. */
export const useFocusPresets = () =>
  useQuery({
    queryKey: ['focus-presets'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await valueOf(api.GET('/api/v1/analysis-focus-presets'))).data,
  })

type FocusWish = Pick<AnalysisFocus, 'focus_text' | 'ignore_guidance' | 'monitoring_schedule' | 'version'>

/** Says what a camera is watched for, over the version that was read; another one by now is a conflict. */
export function useSaveFocus(cameraId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ focus_text, ignore_guidance, monitoring_schedule, version }: FocusWish) =>
      valueOf(
        api.PUT('/api/v1/cameras/{id}/analysis-focus', {
          params: { path: { id: cameraId } },
          body: { focus_text, ignore_guidance, monitoring_schedule, version },
        }),
      ),
    onSuccess: (saved) => {
      client.setQueryData(['camera', cameraId, 'focus'], saved)
      void client.invalidateQueries({ queryKey: ['camera', cameraId, 'focus', 'history'] })
    },
    // Somebody was faster: what they said is shown.
    onError: (error) => {
      if (isConflict(error)) void client.invalidateQueries({ queryKey: ['camera', cameraId, 'focus'] })
    },
  })
}
